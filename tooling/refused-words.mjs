// Words that names, comments, messages, test titles and documentation must not use, each with the
// term to use instead.

/** Words that are refused in names. */
export const REFUSED_NAMES = [
  [/\b(?:MOST|LONGEST|BIGGEST)_[A-Z0-9_]+\b/g, 'MAX_ with the unit'],
  [/\b(?:FEWEST|SMALLEST|SHORTEST)_[A-Z0-9_]+\b/g, 'MIN_ with the unit'],
  [/\bUSUAL(?:_[A-Z0-9_]+)?\b/g, 'DEFAULT_'],
  [/\b(?:biggest|longest|most|shortest|smallest|fewest)[A-Z]\w*/g, 'max or min with the unit'],
  [/\busual[A-Z]\w*/g, 'default'],
  [/\bneed[A-Z]\w*/g, 'assert'],
  [/\b(?:atOnce|AT_ONCE|\w+AtOnce|\w+_AT_ONCE)\b/g, 'concurrency, immediately or transaction'],
  [/\b(?:told|tell|teller|tells)(?:[A-Z]\w*)?\b/g, 'reported, notify, report or returns'],
  [/\b\w*[a-z](?:Told|Tells|Teller)(?:[A-Z]\w*)?\b/g, 'reported or notified'],
  [/\b(?:words(?:[A-Z]\w*)?|\w*[a-z]Words)\b/g, 'text or message'],
  [/\b(?:door|doors)(?:[A-Z]\w*)?\b/g, 'entry point or routes'],
  [/\b(?:look|looks|looked|looking)(?!Up\b)(?:[A-Z]\w*)?\b/g, 'query, read, check or search'],
  [
    /\b(?:settle|stands|standing|anew|nobody|whoever)(?:[A-Z]\w*)?\b/g,
    'complete, status, again or no worker',
  ],
]

/** Names that contain a refused word and are allowed, with the reason. */
export const ALLOWED_NAMES = new Map([['longestFirst', 'compares lengths']])

const START = String.raw`(?:^|[.:;] )`

/** Phrases that are refused in comments, messages, test titles and documentation. */
export const REFUSED_PHRASES = [
  [
    new RegExp(`${START}(?:What|Whatever|Whoever|Whose|Whom|Who|Such|So many|None)\\b(?![^.]*\\?)`, 'g'),
    'a noun phrase',
  ],
  [/^(?:Where|How)\b(?![^.]*\?)/g, 'a noun phrase'],
  [/\b(?:told|tells?|telling)\b/gi, 'reports, returns, contains, is notified of'],
  [/\b(?:says?|said)\b/gi, 'reports, returns, states'],
  [/\b(?:whoever|nobody|somebody|anybody)\b/gi, 'the caller, no worker, another user'],
  [/\b(?:anew|once more)\b/gi, 'again, from the start'],
  [/\bat once\b/gi, 'immediately, in one call, concurrently'],
  [/\bin hand\b/gi, 'held, in progress'],
  [/\b(?:goes|go|going|went) on\b/gi, 'continues, resumes'],
  [/\b(?:stands?|stood)\b/gi, 'is, is stored in'],
  [/\bthat (?:is|are|was|were) none\b/gi, 'not a valid X'],
  [/\bwords\b/gi, 'text, message'],
  [/\bmends?\b|\bpass(?:es)? by itself\b/gi, 'recovers, is temporary, repairs'],
  [/\bdoors?\b/gi, 'entry point'],
  [/\b(?:looks?|looked|looking)(?: up| at| for| like)?\b/gi, 'checks, reads, queries, searches'],
  [/\b(?:look-?ups?)\b/gi, 'query'],
  [/\b(?:settles?|settled)\b/gi, 'completes, completed'],
  [/\bbeside\b/gi, 'next to, with'],
  [
    /\b(?:a|an|each|every|one|first|second|third|last|next|this|the|of|more|many|all|[a-z]+'s) (?:try|tries)\b/gi,
    'attempt',
  ],
  [/\bthe usual\b|\busual\b/gi, 'default'],
  [/\bhands? (?:over|out|back|on)\b|\bhanded (?:over|out|back|on)\b/gi, 'passes, returns'],
  [/\b(?:by|of|in) itself alone\b|\bof its own accord\b/gi, 'a plain phrase'],
]

/** Allowed uses of a refused word: file, word and reason. */
const ALLOWED = [
  ['tooling/check-shape.mjs', 'what', 'heading that every README has'],
  ['packages/networks/x/src/publish/count.ts', 'words', 'words of a text'],
  ['packages/emulator/src/facebook/faults.ts', 'looks like', 'response of the network'],
  ['packages/emulator/src/facebook/videos/reels.ts', 'said', 'response of the network'],
  ['packages/emulator/src/meta/authorize.ts', 'look like', 'response of the network'],
  ['packages/emulator/src/meta/shared-faults.ts', 'nobody', 'response of the network'],
  ['packages/emulator/src/pinterest/wire/refusals.ts', 'looks like', 'response of the network'],
  ['packages/emulator/src/threads/faults.ts', 'go on', 'response of the network'],
  ['packages/emulator/src/youtube/uploads/content-range.ts', 'said', 'response of the network'],
  ['packages/emulator/src/youtube/uploads/content-range.ts', 'says', 'response of the network'],
  ['tooling/check-shape.mjs', 'what', 'a heading of the READMEs'],
]

export function allowedIn(file, phrase) {
  return ALLOWED.some(([where, word]) => file.startsWith(where) && phrase.toLowerCase().includes(word))
}
