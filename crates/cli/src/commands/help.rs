//! `xfold help`, `xfold completions` and `xfold man`: what the command says about itself.

use super::End;
use crate::{
    options::{self, Cli},
    output::{say, write_result},
};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use xfold::{TUNABLE, tuning::HEURISTICS};

/// The manual's index of errors.
const ERRORS: &str = include_str!("../../../../docs/src/errors.md");

/// Help about a command, an error code or tuning; without a topic, about all.
pub fn help(topic: Option<&str>) -> End {
    let mut command = options::command(false);
    command.build();
    let text = match topic {
        None => Some(command.render_long_help().to_string()),
        Some("tuning") => Some(tuning()),
        Some(topic) if is_code(topic) => about_code(&topic.to_uppercase()),
        Some(topic) => subcommand(&mut command, topic).map(|known| known.render_help().to_string()),
    };
    match (text, topic) {
        (Some(text), _) => written(&text),
        (None, topic) => unknown(topic.unwrap_or_default()),
    }
}

/// What `--tune` sets, by the part of the learner that it belongs to.
fn tuning() -> String {
    let mut lines = vec![
        "--tune NAME=VALUE sets parts of the search, to see what each of them is for. The rules".to_string(),
        "are checked all the same. It may be given several times: --tune beam=off --tune prune=off"
            .to_string(),
        String::new(),
    ];
    for (name, values, what) in TUNABLE {
        lines.push(format!("  {name:20}  {what}: {values}"));
    }
    let mut part = "";
    for entry in HEURISTICS {
        if entry.part != part {
            part = entry.part;
            lines.push(format!("\n{part}: on, or off"));
        }
        lines.push(format!("  {:20}  {}", entry.name, entry.what));
        lines.push(format!("  {:20}    buys {}", "", entry.buys));
    }
    lines.join("\n") + "\n"
}

/// A script that completes commands and options in a shell.
pub fn completions(shell: Shell) -> End {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "xfold", &mut script);
    written(&String::from_utf8_lossy(&script))
}

/// A page for `man`: of the whole, or of one command.
pub fn man(topic: Option<&str>) -> End {
    let mut command = Cli::command();
    command.build();
    if let Some(topic) = topic {
        let Some(known) = subcommand(&mut command, topic) else { return unknown(topic) };
        command = known.clone();
    }
    let mut out = Vec::new();
    match clap_mangen::Man::new(command).render(&mut out) {
        Ok(()) => written(&String::from_utf8_lossy(&out)),
        Err(error) => {
            say(&format!("error: {error}"));
            End::Error
        }
    }
}

/// A command by its name, unless it is hidden.
fn subcommand<'c>(command: &'c mut Command, name: &str) -> Option<&'c mut Command> {
    command.find_subcommand_mut(name).filter(|known| !known.is_hide_set())
}

fn is_code(topic: &str) -> bool {
    let digits = topic.strip_prefix(['E', 'e']).unwrap_or_default();
    digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// What the index says about a code: its line, and the paragraphs that name it.
fn about_code(code: &str) -> Option<String> {
    let row =
        ERRORS.lines().find_map(|line| line.strip_prefix(&format!("| {code} | "))?.strip_suffix(" |"))?;
    let mut text = format!("{code}: {row}\n");
    for paragraph in ERRORS.split("\n\n").filter(|paragraph| !paragraph.starts_with("| ")) {
        for item in items(paragraph).iter().filter(|item| mentions(item, code)) {
            text.push_str(&format!("\n{}\n", plain(item)));
        }
    }
    text.push_str("\nThe whole index is in the manual: docs/src/errors.md\n");
    Some(text)
}

/// The items of a list, or the paragraph as it is.
fn items(paragraph: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in paragraph.lines() {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(start), _) => items.push(start.to_string()),
            (None, Some(item)) => item.push_str(&format!(" {}", line.trim())),
            (None, None) => items.push(line.to_string()),
        }
    }
    items
}

/// Whether a text is about a code: it names it, alone or as the start of a range.
fn mentions(item: &str, code: &str) -> bool {
    item.starts_with(&format!("**{code}**"))
        || (item.contains(&format!("{code} ")) && !item.starts_with("```"))
}

/// A text without the marks of Markdown; of a link only its words stay.
fn plain(item: &str) -> String {
    let mut out = String::new();
    let mut rest = item;
    while let Some(start) = rest.find('[') {
        let link = &rest[start..];
        let parts = link.find("](").and_then(|middle| Some((middle, middle + link[middle..].find(')')?)));
        let Some((middle, end)) = parts else { break };
        out.push_str(&rest[..start]);
        out.push_str(&link[1..middle]);
        rest = &link[end + 1..];
    }
    out.push_str(rest);
    out.replace("**", "").replace('`', "'")
}

fn unknown(topic: &str) -> End {
    let command = Cli::command();
    let known = command.get_subcommands().filter(|known| !known.is_hide_set());
    let names: Vec<&str> = known.map(Command::get_name).collect();
    say(&format!("error: there is no command and no error code `{topic}`"));
    say(&format!("help: commands are {}; codes are those in messages, such as E213", names.join(", ")));
    End::Error
}

fn written(text: &str) -> End {
    match write_result(text, None) {
        Ok(()) => End::Holds,
        Err(error) => {
            say(&format!("error: {}", error.message));
            End::Error
        }
    }
}
