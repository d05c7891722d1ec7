import { SocialBaseError } from '../base.js'
import { ConfigError } from '../config.js'
import { readText } from '../details.js'
import { UNKNOWN_ERROR } from './error-texts.js'
import { issueInitsOf, issueProblem } from './post-issue.js'
import { ENGLISH, type Problem, PROBLEM, renderProblem, type UserMessages } from './user-message.js'

const UNKNOWN: Problem = Object.freeze({
  code: 'UNKNOWN',
  reason: null,
  platform: null,
  networkName: null,
  userText: UNKNOWN_ERROR,
  facts: {},
})

/** The problem that a value carries. Null for a value of another origin. */
function problemOf(value: unknown): Problem | null {
  try {
    if (typeof value !== 'object' || value === null) return null
    if (PROBLEM in value) return value[PROBLEM] as Problem // safe cast: only this library uses the symbol
    // An error of another copy of the package, of a release without user messages.
    return SocialBaseError.is(value)
      ? { ...UNKNOWN, code: value.code, platform: readText(value.platform), userText: null }
      : null
  } catch {
    return null // A thrown value can be a Proxy whose traps throw.
  }
}

/** @throws ConfigError for a language that is not a BCP 47 tag. */
export function assertMessages(messages: UserMessages, caller: string): void {
  const language: unknown = messages?.language
  try {
    if (typeof language === 'string' && Intl.getCanonicalLocales(language).length > 0) return
  } catch {
    // Not a language tag.
  }
  throw new ConfigError(`${caller} requires a language such as { language: "de" }, as a BCP 47 tag.`)
}

/**
 * Message for people about a problem: it names the network by its display name and a field by its label, and no methods,
 * keys, codes or paths.
 *
 * @param problem - An error, an issue of a post, the failure of a post, or any thrown value.
 * @param messages - Language and texts. Default: English.
 * @throws ConfigError for a language that is not a BCP 47 tag.
 * @example
 * response.json({ error: userMessageOf(error, { language: 'de' }) })
 */
export function userMessageOf(problem: unknown, messages: UserMessages = ENGLISH): string {
  assertMessages(messages, 'userMessageOf')
  const whole = problemOf(problem) ?? UNKNOWN
  const issues = issueInitsOf(problem).map((init) => renderProblem(issueProblem(init, whole), messages))
  return issues.join(' ') || renderProblem(whole, messages)
}
