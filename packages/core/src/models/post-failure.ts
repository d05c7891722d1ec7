import type { Todo } from '../errors/index.js'
import type { SharedReason } from '../errors/user-messages/reason-texts.js'
import { type StoredTexts, textOfStored } from '../errors/user-messages/stored-texts.js'
import type { MessageFacts, UserText } from '../errors/user-messages/template.js'
import { type Problem, PROBLEM, renderProblem } from '../errors/user-messages/user-message.js'
import { assertObject } from './values/assert-object.js'

/** Fields of a failure. */
export interface PostFailureInit {
  /** Reason in capitals, shared or of the network: `COPYRIGHT`, `FRAME_RATE`. */
  readonly reason: SharedReason | (string & {})
  /** Message for developers: what the network reported, and what to do. */
  readonly message: string
  /** Display name of the network: `TikTok`. Null if it is unknown. */
  readonly network: string | null
  /** Recommended action. Default: `CHANGE_POST`. */
  readonly todo?: Todo | undefined
  /** User message. Required for a reason of the network. */
  readonly userText?: UserText | undefined
  /** Values that the user message shows. */
  readonly facts?: MessageFacts | undefined
}

/** Failure of a post in the state `FAILED`: the network accepted the request, and could not publish the post. */
export interface PostFailure {
  /** Stable reason in capitals: `COPYRIGHT`. `UNKNOWN` if the network gave none. */
  readonly code: string
  /** Message for developers and logs. */
  readonly message: string
  /** Message for people, in English. `userMessageOf(failure, messages)` has other languages. */
  readonly userMessage: string
  /** Recommended action, as for errors. */
  readonly todo: Todo
}

/** User message for a failure without a known reason. */
const UNKNOWN_FAILURE: UserText = {
  en: '{network} could not publish the post and gave no reason. Check the account, then try again.',
  de: '{network} konnte den Beitrag nicht veröffentlichen und nannte keinen Grund. Sieh im Konto nach und versuche es dann noch einmal.',
}

/** Creates the failure of a post. */
export function makePostFailure(init: PostFailureInit): PostFailure {
  assertObject(init, 'makePostFailure', '{ reason, message, network }')
  const { reason, message, network, todo = 'CHANGE_POST', facts = {} } = init
  const userText = init.userText ?? (reason === 'UNKNOWN' ? UNKNOWN_FAILURE : null)
  return failureOf({ code: reason, message, todo }, { networkName: network, userText, facts })
}

/** Creates a failure from its stored fields and user messages. */
export function storedFailure(fields: Omit<PostFailure, 'userMessage'>, texts: StoredTexts): PostFailure {
  return failureOf(fields, { networkName: null, userText: textOfStored(texts), facts: {} })
}

function failureOf(
  { code, message, todo }: Omit<PostFailure, 'userMessage'>,
  parts: Pick<Problem, 'networkName' | 'userText' | 'facts'>,
): PostFailure {
  const problem: Problem = { code, reason: null, platform: null, ...parts }
  const failure = { code, message, userMessage: renderProblem(problem), todo }
  return Object.freeze(Object.defineProperty(failure, PROBLEM, { value: problem, enumerable: false }))
}
