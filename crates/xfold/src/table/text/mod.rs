//! Rules as text.
