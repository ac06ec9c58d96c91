//! Options of ILASP and FastLAS: what `xfold learn` does with each. They are exchanged before the command line is read,
//! so that scripts need not be changed, and help shows only our own.

use xfold::codes;
use xfold_asp::diagnostic::Diagnostic;

/// What an option is here.
enum Here {
    /// The same under another name; with a value if it has one.
    Is(&'static str),
    /// The same under another name, with a value that is one less.
    IsOneLess(&'static str),
    /// Nothing: why it can be left out.
    Nothing(&'static str),
    /// No counterpart: what to do instead.
    Instead(&'static str),
}

use Here::{Instead, Is, IsOneLess, Nothing};

/// An option, whether a value follows it as a word of its own, and what it is here.
const FLAGS: &[(&str, bool, Here)] = &[
    // ILASP
    ("--version", false, Nothing("there is one learner for all kinds of tasks")),
    ("-ml", false, Is("--max-body")),
    ("--max-rule-length", false, IsOneLess("--max-body")),
    ("--max-wc-length", false, Nothing("weak constraints are not learned")),
    ("-nc", false, Instead("write #bias(\":- constraint.\"). into the task")),
    ("-na", false, Instead("leave the #modeha lines out of the task")),
    ("-s", false, Instead("the space is not listed; -v shows which literals are tried")),
    ("-t", false, Instead("there is no one encoding to print; -v shows what is done")),
    ("-p", false, Instead("there is no PyLASP script; -v shows what is done")),
    ("-d", false, Is("--verbose")),
    ("--clingo5", false, Nothing("clingo is built in")),
    ("--clingo", true, Nothing("clingo is built in")),
    ("--cached-rel", false, Nothing("relevant examples are not kept in files")),
    ("--cache-path", false, Nothing("nothing is kept in files")),
    ("--batch-size", false, Nothing("examples are chosen without it")),
    ("-pt", false, Nothing("the last line says how long it took")),
    ("-ni", false, Nothing("this learner has no such step")),
    ("-np", false, Nothing("this learner has no such step")),
    ("--simple", false, Nothing("equal contexts are always joined")),
    ("--override-default-sm", false, Instead("write modes or list the rules")),
    // FastLAS
    ("--opl", false, Nothing("which tasks are observational is found out")),
    ("--nopl", false, Nothing("which tasks are observational is found out")),
    ("--timeout", true, Is("--time-limit")),
    ("--debug", false, Is("--verbose")),
    (
        "--score-only",
        false,
        Instead("the last line on standard error has the figures, --format json all of them"),
    ),
    ("--space-size", false, Instead("the space is not listed; --format json has the number of candidates")),
    ("--force-safety", false, Nothing("every rule is safe")),
    ("--read-cache", true, Instead("nothing is kept in files: give the task itself")),
    ("--write-cache", true, Instead("nothing is kept in files: give the task itself")),
    ("--categorical-contexts", false, Nothing("contexts are looked at as they are")),
    ("--delay-generalisation", false, Nothing("this learner has no such step")),
    ("--num-var-count", true, Nothing("bounds on numbers are taken from the examples")),
    ("--max-conditions", true, Is("--max-body")),
];

/// A command line whose options are ours.
pub struct Translated {
    /// The words.
    pub args: Vec<String>,
    /// Options that were left out, and those that cannot be.
    pub messages: Vec<Diagnostic>,
}

/// Exchanges the options of other programs on a command line of `xfold learn`; other commands stay as they are.
pub fn translate(args: impl IntoIterator<Item = String>) -> Translated {
    let mut given = args.into_iter().peekable();
    let mut translated = Translated { args: given.by_ref().take(2).collect(), messages: Vec::new() };
    if translated.args.get(1).is_none_or(|command| command != "learn") {
        translated.args.extend(given);
        return translated;
    }
    while let Some(word) = given.next() {
        if word == "--" {
            translated.args.push(word);
            break;
        }
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (word.as_str(), None),
        };
        let Some((name, has_value, here)) = FLAGS.iter().find(|(flag, ..)| *flag == name) else {
            translated.args.push(word);
            continue;
        };
        let value = if *has_value && value.is_none() { given.next() } else { value };
        translated.add(name, here, value);
    }
    translated.args.extend(given);
    translated
}

impl Translated {
    fn add(&mut self, name: &str, here: &Here, value: Option<String>) {
        match here {
            Is(ours) => {
                self.args.push((*ours).to_string());
                self.args.extend(value);
            }
            IsOneLess(ours) => {
                let less = value.as_deref().and_then(|value| value.parse::<usize>().ok()?.checked_sub(1));
                self.args.push((*ours).to_string());
                self.args.extend(less.map(|less| less.to_string()).or(value));
            }
            Nothing(why) => {
                let message = format!("{name} has no effect: {why}");
                self.messages.push(Diagnostic::note(codes::FOREIGN_FLAG, message));
            }
            Instead(what) => {
                let message = format!("xfold has no option {name}");
                self.messages.push(Diagnostic::error(codes::FOREIGN_FLAG, message).help(*what));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> (String, Vec<String>) {
        let translated = translate(line.split_whitespace().map(str::to_string));
        (
            translated.args.join(" "),
            translated.messages.iter().map(|message| message.message.clone()).collect(),
        )
    }

    #[test]
    fn options_of_other_programs() {
        let only = |line: &str| {
            let (args, messages) = translated(line);
            assert!(messages.is_empty(), "{messages:?}");
            args
        };
        assert_eq!(only("xfold learn -ml=2 t.las"), "xfold learn --max-body 2 t.las");
        assert_eq!(only("xfold learn --max-rule-length=5 t.las"), "xfold learn --max-body 4 t.las");
        assert_eq!(only("xfold learn --timeout 30 t.las -q"), "xfold learn --time-limit 30 t.las -q");
        assert_eq!(only("xfold learn --timeout=30"), "xfold learn --time-limit 30");
        assert_eq!(only("xfold check t.las -s"), "xfold check t.las -s");
        assert_eq!(only("xfold learn -- -s"), "xfold learn -- -s");
        let (args, messages) = translated("xfold learn --version=2i --clingo path t.las --opl");
        assert_eq!((args.as_str(), messages.len()), ("xfold learn t.las", 3));
        let (_, messages) = translated("xfold learn -nc -s t.las");
        assert_eq!(messages, ["xfold has no option -nc", "xfold has no option -s"]);
    }
}
