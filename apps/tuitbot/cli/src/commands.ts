import { type Io } from './io.js'

/** An option, as help shows it and as it is parsed. */
export interface OptionSpec {
  readonly flags: string
  readonly summary: string
}

/** A command. What it needs is loaded when it runs, so that help is there at once. */
export interface CommandSpec {
  /** The words that call it: `approvals list`. */
  readonly name: string
  /** Positional arguments: `<id>`, `[text]`. */
  readonly args?: string
  readonly summary: string
  readonly options?: readonly OptionSpec[]
  /** Options for every command that this one has no use for, and why: help leaves them out. */
  readonly without?: Readonly<Record<string, string>>
  /** Whether it only looks: then nothing is noted, either. */
  readonly looks?: true
  readonly load: () => Promise<{ readonly run: CommandRun }>
}

export type Options = Readonly<Record<string, string | boolean | undefined>>

/** Does it, and gives the exit code. */
export type CommandRun = (args: readonly string[], options: Options, io: Io) => Promise<number>

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  {
    flags: '--home <folder>',
    summary: 'where Tuitbot keeps everything (TUITBOT_HOME, ~/.tuitbot)',
  },
  { flags: '--config <file>', summary: 'another configuration file' },
  { flags: '--json', summary: 'answer in JSON' },
]

const note = { flags: '--note <text>', summary: 'kept with the decision' }

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'demo',
    summary: 'try everything in a simulated world; nothing real is touched',
    options: [
      {
        flags: '--home <folder>',
        summary: 'where the demo keeps everything, to go on with later (a new temporary folder)',
      },
      { flags: '--port <number>', summary: 'port of the page (3001, or another if that is taken)' },
      { flags: '--with <name>', summary: 'let somebody else decide too, so that two must approve' },
      { flags: '--no-page', summary: 'without the page, for terminals and tests' },
    ],
    without: { '--config <file>': 'it has a configuration of its own, in its folder' },
    load: () => import('./commands/demo.js'),
  },
  {
    name: 'post',
    args: '<text>',
    summary: 'post once; shows what it will be and asks first',
    options: [
      { flags: '--reply-to <id>', summary: 'answer this post' },
      { flags: '--yes', summary: 'you have seen it: do not ask' },
      { flags: '--key <text>', summary: 'the same key means the same post, for a day' },
    ],
    load: () => import('./commands/post.js'),
  },
  {
    name: 'approvals list',
    summary: 'what waits for you',
    options: [{ flags: '--all', summary: 'with what you have put off until later' }],
    looks: true,
    load: () => import('./commands/approvals-list.js'),
  },
  {
    name: 'approvals show',
    args: '<id>',
    summary: 'one of them, with all there is to know',
    looks: true,
    load: () => import('./commands/approvals-show.js'),
  },
  {
    name: 'approvals approve',
    args: '<id...>',
    summary: 'let it go out, once, as it is; up to ten at a time',
    options: [note],
    load: () => import('./commands/approvals-approve.js'),
  },
  {
    name: 'approvals reject',
    args: '<id...>',
    summary: 'it does not go out; up to ten at a time',
    options: [note],
    load: () => import('./commands/approvals-reject.js'),
  },
  {
    name: 'approvals edit',
    args: '<id> <text>',
    summary: 'your own words instead; it waits on',
    options: [note],
    load: () => import('./commands/approvals-edit.js'),
  },
  {
    name: 'approvals note',
    args: '<id> <text>',
    summary: 'keep a word with it',
    load: () => import('./commands/approvals-note.js'),
  },
  {
    name: 'approvals snooze',
    args: '<id> <when>',
    summary: 'see it later: 2h, 3d, mon, 2026-11-20; it runs out all the same',
    load: () => import('./commands/approvals-snooze.js'),
  },
  {
    name: 'approvals link',
    args: '<id>',
    summary: 'a link that decides it once, for a chat or another window',
    options: [{ flags: '--for <name>', summary: 'for somebody else who decides (people.others)' }],
    load: () => import('./commands/approvals-link.js'),
  },
  {
    name: 'approvals grant',
    args: '<id>',
    summary: 'let more posts like this one go out without asking',
    options: [
      { flags: '--times <number>', summary: 'how many (10)' },
      { flags: '--until <when>', summary: 'until then: 12h, 3d, fri, 2026-11-20 (7d)' },
    ],
    load: () => import('./commands/approvals-grant.js'),
  },
  {
    name: 'grants list',
    summary: 'what you have allowed ahead',
    looks: true,
    load: () => import('./commands/grants-list.js'),
  },
  {
    name: 'grants revoke',
    args: '<grant>',
    summary: 'allow it no longer',
    load: () => import('./commands/grants-revoke.js'),
  },
  {
    name: 'assist',
    args: '<wish>',
    summary: 'let an assistant look for posts and draft a reply; you decide',
    load: () => import('./commands/assist.js'),
  },
  {
    name: 'runs list',
    summary: 'what the assistant did, newest first',
    looks: true,
    load: () => import('./commands/runs-list.js'),
  },
  {
    name: 'runs resume',
    args: '<run>',
    summary: 'go on with a run that waits, or that was cut off',
    load: () => import('./commands/runs-resume.js'),
  },
  {
    name: 'runs replay',
    args: '<run>',
    summary: 'show a run again; nothing is asked and nothing leaves',
    looks: true,
    load: () => import('./commands/runs-replay.js'),
  },
  {
    name: 'resolve',
    args: '<id>',
    summary: 'say what you found on X, where Tuitbot could not find it out, by its number or id',
    options: [
      { flags: '--posted [id]', summary: 'it is there; its id or address lets you undo it' },
      { flags: '--not-posted', summary: 'it is not there, and may be posted again' },
      { flags: '--look-again', summary: 'let Tuitbot look once more' },
    ],
    load: () => import('./commands/resolve.js'),
  },
  {
    name: 'undo',
    args: '<id>',
    summary:
      'take back what was posted: by its number, its id, its address or as activity names it',
    load: () => import('./commands/undo.js'),
  },
  {
    name: 'pause',
    args: '[reason]',
    summary: 'stop everything: nothing leaves from now on',
    load: () => import('./commands/pause.js'),
  },
  {
    name: 'resume',
    summary: 'let things leave again',
    load: () => import('./commands/resume.js'),
  },
  {
    name: 'activity',
    summary: 'what happened, newest first',
    options: [{ flags: '--limit <number>', summary: 'how many (20)' }],
    looks: true,
    load: () => import('./commands/activity.js'),
  },
  {
    name: 'mcp serve',
    summary: 'serve MCP clients over standard input and output',
    load: () => import('./commands/mcp-serve.js'),
  },
  {
    name: 'doctor',
    summary: 'check configuration, database, login and model',
    looks: true,
    load: () => import('./commands/doctor.js'),
  },
]
