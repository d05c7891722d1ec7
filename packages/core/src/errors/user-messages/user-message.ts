import { ERROR_TEXTS, UNKNOWN_ERROR } from './error-texts.js'
import { ISSUE_TEXTS } from './issue-texts.js'
import { REASON_TEXTS } from './reason-texts.js'
import {
  type MessageFacts,
  type MessageTemplate,
  renderTemplate,
  templateFor,
  type UserText,
} from './template.js'

/** Property with the problem of an error, of an issue or of a failed post. Shared by all copies of the package. */
export const PROBLEM: unique symbol = Symbol.for('social.problem') as never // safe cast: a registered symbol is unique

/** Language and texts of user messages. */
export interface UserMessages {
  /** BCP 47 tag. The library has `en` and `de`; other languages require `texts`, and English is the fallback. */
  readonly language: string
  /**
   * Texts of the application, by code or reason: `TEXT_TOO_LONG`, `RATE_LIMIT`, `pinterest.BOARD_REQUIRED`. They replace
   * the texts of the library.
   */
  readonly texts?: Readonly<Record<string, MessageTemplate>> | undefined
}

/** A problem that has a user message: an error, a problem of a post, or the failure of a post. */
export interface Problem {
  /** Code of the class of the problem. */
  readonly code: string
  /** More precise reason; null if there is none. */
  readonly reason: string | null
  /** Registered name of the network; null if no network is involved. */
  readonly platform: string | null
  /** Display name of the network; null if it is unknown. */
  readonly networkName: string | null
  /** Text of the network for its own reason. */
  readonly userText: UserText | null
  readonly facts: MessageFacts
}

/** Texts of the library in English. */
export const ENGLISH: UserMessages = Object.freeze({ language: 'en' })

const LIBRARY_TEXTS: Readonly<Record<string, UserText>> = { ...ERROR_TEXTS, ...ISSUE_TEXTS, ...REASON_TEXTS }

/** Names a network of which no display name is known: `my_network` becomes `My network`. */
function nameOf({ networkName, platform }: Problem, language: string): string {
  if (networkName !== null) return networkName
  if (platform === null) return language.startsWith('de') ? 'Das Netzwerk' : 'The network'
  const name = platform.replaceAll(/[_-]/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function chooseTemplate(problem: Problem, { language, texts = {} }: UserMessages): MessageTemplate {
  const { code, reason, platform, userText } = problem
  const ownNames = [reason, code].filter((name) => name !== null)
  for (const name of ownNames.flatMap((own) => [`${platform ?? ''}.${own}`, own]))
    if (Object.hasOwn(texts, name) && texts[name] !== undefined) return texts[name]
  if (userText !== null) return templateFor(userText, language)
  const known = ownNames.find((own) => Object.hasOwn(LIBRARY_TEXTS, own))
  return templateFor((known === undefined ? undefined : LIBRARY_TEXTS[known]) ?? UNKNOWN_ERROR, language)
}

/** Renders the user message of one problem. */
export function renderProblem(problem: Problem, messages: UserMessages = ENGLISH): string {
  const { language } = messages
  const facts = { network: nameOf(problem, language), ...problem.facts }
  return renderTemplate(chooseTemplate(problem, messages), facts, language).replaceAll(/ {2,}/g, ' ')
}
