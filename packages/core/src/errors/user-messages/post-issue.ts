import type { SharedIssueCode } from './issue-texts.js'
import type { MessageFacts, UserText } from './template.js'
import { type Problem, PROBLEM, renderProblem } from './user-message.js'

/** Field of the post that has a problem. `post` = the whole post. */
export type PostField = 'post' | 'text' | 'media' | 'replyTo' | 'publishAt' | 'firstComment' | 'options'

/** Value of a limit, or the actual value. */
export type IssueValue = string | number | null

/** Fields from which an issue is created. */
export interface PostIssueInit {
  readonly field: PostField
  /** Shared code, or a code of the network in capitals: `BOARD_REQUIRED`. */
  readonly code: SharedIssueCode | (string & {})
  /** Message for developers: what happened, and what to do. */
  readonly message: string
  /** Limit that the post breaks, in the unit of `actual`. */
  readonly limit?: IssueValue | undefined
  /** Value that breaks the limit. */
  readonly actual?: IssueValue | undefined
  /** Path of the option without `options.`: `boardId`, `poll.choices[0]`. */
  readonly optionPath?: string | null | undefined
  /** Index of the file in `media`, counted from 0. */
  readonly mediaIndex?: number | null | undefined
  /** User message. Required for a code of the network. */
  readonly userText?: UserText | undefined
  /** Further values that the user message shows: `field` is the label of the option. */
  readonly facts?: MessageFacts | undefined
}

/** One problem of a post, as data. */
export interface PostIssue {
  readonly field: PostField
  /** Stable code in capitals: `TEXT_TOO_LONG`. */
  readonly code: string
  /** Limit that the post breaks; null if there is none. */
  readonly limit: IssueValue
  /** Value that breaks the limit; null if there is none. */
  readonly actual: IssueValue
  /** Path of the option without `options.`; null for other fields. */
  readonly optionPath: string | null
  /** Index of the file in `media`; null for other fields. */
  readonly mediaIndex: number | null
  /** Message for developers and logs. */
  readonly message: string
  /** Message for people, in English. `userMessageOf(issue, messages)` has other languages. */
  readonly userMessage: string
}

/** Context of an issue. */
interface IssueContext {
  readonly platform: string | null
  readonly networkName: string | null
}

/** The problem of an issue, from which its user message is rendered. */
export function issueProblem(init: PostIssueInit, { platform, networkName }: IssueContext): Problem {
  const { code, limit, actual, optionPath, field, userText, facts } = init
  const shown = { limit, actual, field: optionPath ?? field, ...facts }
  return { code, reason: null, platform, networkName, userText: userText ?? null, facts: shown }
}

/** Creates an issue. The user message is rendered once, so that the issue is plain JSON. */
function makePostIssue(init: PostIssueInit, context: IssueContext): PostIssue {
  const { field, code, message, limit = null, actual = null, optionPath = null, mediaIndex = null } = init
  const problem = issueProblem(init, context)
  const userMessage = renderProblem(problem)
  const issue = { field, code, limit, actual, optionPath, mediaIndex, message, userMessage }
  return Object.freeze(Object.defineProperty(issue, PROBLEM, { value: problem, enumerable: false }))
}

/** Property with the fields of the issues of an error. Shared by all copies of the package. */
const ISSUES = Symbol.for('social.error.issues')

/** An error that can carry issues. */
type Carrier = Error & { readonly [ISSUES]?: readonly PostIssueInit[]; readonly [PROBLEM]?: Problem }

/** Stores issues in an error, hidden when printed. */
export function setIssues(error: Error, issues: readonly PostIssueInit[]): void {
  Object.defineProperty(error, ISSUES, { value: issues, enumerable: false, configurable: true })
}

/** Fields of the issues of an error. Empty for other values. */
export function issueInitsOf(error: unknown): readonly PostIssueInit[] {
  const issues = error instanceof Error ? (error as Carrier)[ISSUES] : undefined
  return Array.isArray(issues) ? issues : []
}

/**
 * Problems of a post as data, for the errors that refuse a post: `InvalidPostError` and `NotSupportedError`.
 *
 * @param error - Any thrown value.
 * @returns Empty for other values, and for a refusal that concerns no post.
 */
export function postIssuesOf(error: unknown): readonly PostIssue[] {
  const inits = issueInitsOf(error)
  if (inits.length === 0) return []
  const { platform = null, networkName = null } = (error as Carrier)[PROBLEM] ?? {} // only errors carry issues
  return inits.map((init) => makePostIssue(init, { platform, networkName }))
}
