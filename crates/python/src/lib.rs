//! The extension module of the Python package `xfold`: glue between Python objects and the library, which does all
//! learning. What people call is in `python/xfold`; it passes columns as arrays of numbers and texts, and gets reports
//! as JSON, as the command prints them.

mod columns;
mod errors;
mod rules;
mod running;
mod tasks;

use pyo3::prelude::*;

/// Functions and types behind the package `xfold`; use the package.
#[pymodule]
fn _xfold(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<rules::TableRules>()?;
    module.add_function(wrap_pyfunction!(rules::fit_table, module)?)?;
    module.add_function(wrap_pyfunction!(columns::number_objects, module)?)?;
    module.add_function(wrap_pyfunction!(columns::number_texts, module)?)?;
    module.add_function(wrap_pyfunction!(tasks::learn_task, module)?)?;
    module.add_function(wrap_pyfunction!(tasks::check_rules, module)?)?;
    module.add_function(wrap_pyfunction!(tasks::explain_atoms, module)?)?;
    module.add_function(wrap_pyfunction!(tasks::convert_task, module)?)?;
    module.add_function(wrap_pyfunction!(tasks::export_rules, module)?)?;
    #[cfg(debug_assertions)]
    module.add_function(wrap_pyfunction!(running::panic, module)?)?;
    module.add_function(wrap_pyfunction!(running::worker, module)?)
}
