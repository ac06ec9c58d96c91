//! The codes of what can be wrong with a task, each with one line for the manual's index.

macro_rules! codes {
    ($($name:ident = $code:literal, $line:literal;)*) => {
        $(#[doc = $line] pub const $name: &str = $code;)*
        /// All codes with their lines.
        pub const ALL: &[(&str, &str)] = &[$(($code, $line)),*];
    };
}

codes! {
    CANNOT_READ = "E200", "A file cannot be read.";
    NOT_TEXT = "E201", "A file is not UTF-8 text.";
    INCLUDE_OUTSIDE = "E202", "An include leaves the task's folder.";
    TOO_LARGE = "E203", "The files exceed four gigabytes together.";
    NO_EXAMPLES = "E210", "The task has no example to learn from.";
    NOT_GROUND = "E211", "An example atom has a variable, interval or pool.";
    NOT_IN_EXAMPLE = "E212", "`not` stands where an example cannot have it.";
    UNDERIVABLE = "E213", "An example atom that neither the background nor a head mode can derive.";
    SAME_NAME = "E214", "Two examples have the same name.";
    CONTRADICTION = "E215", "An example includes and excludes the same atom.";
    BAD_PENALTY = "E216", "A penalty is not a positive whole number.";
    NO_TARGET = "E220", "There is nothing to learn: no head mode, and no example atom that the background lacks.";
    BAD_MODE = "E221", "A mode declaration has a form that is not understood.";
    TARGET_MODES = "E222", "A target has head modes that differ.";
    UNKNOWN_BODY = "E223", "A body mode names a predicate that nothing defines.";
    UNKNOWN_TYPE = "E224", "A type has no values.";
    WIDE_PREDICATE = "E225", "A predicate has more arguments than can be searched.";
    NOT_A_NUMBER = "E226", "A place of numbers has values that are no whole numbers.";
    BAD_OPTION = "E227", "A mode has an option that is not known.";
    NOT_SERVED = "E230", "A directive that this version does not serve.";
    IGNORED = "E231", "A directive that has no meaning here and is ignored.";
    WEAK_DROPPED = "E232", "Weak constraints do not matter for learning and are left out.";
    INFERRED = "E233", "The task gives no modes, so they were inferred.";
    FOIL_TIES = "E234", "FOIL gives ties to negated literals.";
    NO_MODEL = "E240", "The background has no stable model.";
    EXAMPLE_IMPOSSIBLE = "E241", "An example contradicts the background, whatever is learned.";
    CLOSED_TOO_LARGE = "E242", "The closed world has too many instances.";
    CONTRADICTING_EXAMPLES = "E243", "A positive and a negative example that no program can tell apart.";
    NO_NEGATIVES = "E244", "A target has no negative instance.";
    NO_POSITIVES = "E245", "A target has no positive instance.";
    OUT_OF_IDEAS = "E246", "No choice among the finished rules satisfies all examples.";
    LIMIT = "E250", "A limit was reached before anything was learned.";
    SOLVER = "E251", "The solver failed.";
    SETTINGS = "E260", "A setting is outside its range.";
    BAD_RULES = "E270", "The rules to be checked are not rules.";
    CANNOT_WRITE = "E280", "A result cannot be written.";
}
