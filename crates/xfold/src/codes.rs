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
    BAD_FACTS = "E204", "A file of facts or examples cannot be used.";
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
    BAD_OPTION = "E227", "A mode has an option that is not known, or a word that is nearly var or its kin.";
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
    OUTSIDE_TYPE = "E247", "An example has a value that is not of the target's type.";
    ERRORS_LISTED = "E248", "Examples that no short rules explain are listed one by one.";
    NOTHING_TO_LEARN = "E249", "The background alone explains all examples.";
    LIMIT = "E250", "A limit was reached before there was a result.";
    SOLVER = "E251", "The solver failed.";
    NOT_A_FOLDER = "E252", "A folder holds no task, or several.";
    NOT_PROLOG = "E253", "A clause is not written as Prolog reads it.";
    REAL_PROLOG = "E254", "A clause of the background that only Prolog can run.";
    UNKNOWN_BIAS = "E255", "Something in a Popper or Aleph task is not known and has no effect.";
    DIRECTIVE_IGNORED = "E256", "Something in a Popper or Aleph task has no meaning here.";
    BAD_EXAMPLE = "E257", "An example of a Popper or Aleph task is no ground atom with a label.";
    SECOND_TARGET = "E258", "A Popper or Aleph task has a second target.";
    USAGE = "E259", "The command line cannot be read.";
    SETTINGS = "E260", "A setting is outside its range.";
    BAD_RULES = "E270", "The rules to be checked are not rules.";
    NO_COUNTERPART = "E271", "A task says what the language it is converted to cannot say.";
    LOST = "E272", "Something is lost or changed when a task is converted.";
    ADDED = "E273", "Something was added to a converted task to keep its meaning.";
    REFUSED_THERE = "E274", "A converted task has something that the other program does not read.";
    FOREIGN_FLAG = "E275", "An option of ILASP or FastLAS that has no effect here, or no counterpart.";
    CANNOT_WRITE = "E280", "A result cannot be written.";
    SAME_FILE = "E281", "A result would take the place of a file that is read, or of another result.";
    ONLY_EXACT = "E290", "A mode that only the exact part understands stands against --greedy.";
    NO_SPACE = "E291", "The exact part needs modes or listed rules.";
    PENALTY_EXCEEDED = "E292", "The program costs more than #max_penalty allows.";
    LONGER_BODY = "E293", "Rules have longer bodies than ILASP's default allows.";
    NO_HYPOTHESIS = "E294", "No hypothesis of the declared space satisfies all examples.";
    SPACE_CUT = "E295", "A part of the declared space is too large to be searched.";
    BEYOND_SPACE = "E296", "A rule goes beyond the declared space.";
    NOT_A_TABLE = "E300", "A file is not the table that its name says.";
    EMPTY_TABLE = "E301", "A table has no rows.";
    RAGGED = "E302", "A row of a table has more or fewer cells than the others.";
    LONG_LINE = "E303", "A line of a table is too long.";
    NO_COLUMN = "E304", "A table has no column of this name.";
    SAME_COLUMN = "E305", "Two columns of a table have the same name.";
    COLUMN_OPTIONS = "E306", "The options about a column contradict each other or the column.";
    CELL_NOT_NUMBER = "E307", "A column of numbers has a cell that is none.";
    NOT_FINITE = "E308", "A cell is infinite and is read as missing.";
    ALL_MISSING = "E309", "A column has no value at all and is ignored.";
    COLUMN_IGNORED = "E310", "A column of texts or dates is ignored.";
    KINDS = "E311", "Which columns are read as numbers and which as categories.";
    NO_HEADER = "E312", "A table seems to have no line of names.";
    LATIN = "E313", "A table is not UTF-8 and is read as Latin-1.";
    BAD_ARFF = "E314", "A text is not in the ARFF format.";
    BAD_PARQUET = "E315", "A Parquet file is damaged or has columns that rules cannot use.";
    CONTROL_CHARACTER = "E316", "A cell has characters that no program can hold.";
    MERGED_NUMBERS = "E317", "A cell is a whole number with so many digits that the nearest number is another one.";
    NO_TARGET_COLUMN = "E320", "A table needs --target, the column with the class.";
    ONE_CLASS = "E321", "The target has only one class.";
    TOO_MANY_CLASSES = "E322", "The target has so many values that it is no class.";
    UNKNOWN_CLASS = "E323", "No row has the class that an option names.";
    NO_CLASS = "E324", "Rows without a class are left out.";
    BAD_WEIGHT = "E325", "A weight is not a number of at least 0.";
    BAD_FOLDS = "E326", "Folds do not fit the table.";
    TABLE_OPTION = "E327", "An option does not go with a table, or with another option.";
    TABLE_RULES = "E330", "Rules for a table have a form that is not understood.";
    NEW_VALUE = "E331", "Rows to be predicted have values that the rules do not know.";
    LACKS_COLUMN = "E332", "Rows to be predicted lack a column that the rules read.";
    NO_EXCEPTION = "E333", "Rules name an exception that no rule defines.";
    BAD_SENTENCE = "E340", "A template for sentences has a form that is not understood.";
    BAD_QUESTION = "E341", "What is to be explained is no atom, example, row or class.";
    CANNOT_EXPORT = "E342", "Rules say what the language they are exported to cannot say.";
}
