import { inspect } from 'node:util'

import { readDetails, readFlag, readText, readMessage } from './details.js'
import type { ErrorCode } from './error-code.js'
import type { SharedReason } from './user-messages/reason-texts.js'
import type { MessageFacts, UserText } from './user-messages/template.js'
import { type Problem, PROBLEM, renderProblem } from './user-messages/user-message.js'

/** Unmodified data from a network: an object with any fields. */
export type RawData = Readonly<Record<string, unknown>>

export type { ErrorCode }

/** Fields that every error of the library accepts in addition to its message. */
export interface ErrorDetails {
  /** Registered name of the network. Null if the error was not caused by a network. */
  readonly platform?: string | null | undefined
  /**
   * Unmodified response of the network. `{}` if there was no response. Omitted when the error is
   * printed.
   */
  readonly raw?: RawData | undefined
  /** Error that caused this error. */
  readonly cause?: unknown
  /**
   * True for a refusal that the network is known to send even if the request took effect. The
   * library then checks whether the post was published. Default: false.
   */
  readonly mayHaveTakenEffect?: boolean | undefined
  /**
   * Reason that is more precise than the class of the error, in capitals: `CHECKPOINT`, `BOARD_REQUIRED`. Shared reasons
   * (`SharedReason`) have texts in the library; any other reason requires `userText`.
   */
  readonly reason?: SharedReason | (string & {}) | null | undefined
  /** User message for the reason. Default: the library's text for the reason or for the class of the error. */
  readonly userText?: UserText | undefined
  /** Values that the user message shows. */
  readonly facts?: MessageFacts | undefined
}

/** One published post of a thread. */
export interface PartOut {
  /** Id of the post at the network. */
  readonly id: string
  /** URL of the post's page. Null if the network returned no URL. */
  readonly url: string | null
}

/** Parts of a user message. */
interface MessageParts {
  readonly networkName: string | null
  readonly userText: UserText | null
  readonly facts: MessageFacts
}

const NO_MESSAGE_PARTS: MessageParts = Object.freeze({ networkName: null, userText: null, facts: {} })

/** Reads the parts of a user message. They were removed if they contained a secret. */
function readParts(parts: unknown): MessageParts {
  return typeof parts === 'object' && parts !== null ? (parts as MessageParts) : NO_MESSAGE_PARTS // only this class writes them
}

const NO_PARTS: readonly PartOut[] = Object.freeze([])

/**
 * Returns true if `value` has the property `mark`. Marks identify errors that another copy of the
 * package created.
 */
export function hasMark(value: unknown, mark: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && mark in value
  } catch {
    return false // a thrown value can be a Proxy whose traps throw
  }
}

const MARK = Symbol.for('social.error')

/** Base class of all errors that the library throws. */
export abstract class SocialBaseError extends Error {
  /** Machine-readable name of the error's class. It does not change between releases. */
  abstract readonly code: ErrorCode
  /** Registered name of the network. Null if the error was not caused by a network. */
  readonly platform: string | null
  /**
   * Unmodified response of the network. `{}` if there was no response. Omitted when the error is
   * printed.
   */
  declare readonly raw: RawData
  /**
   * Idempotency key of the failed post, reply or message. Pass it again to retry the call. Null
   * for other operations.
   */
  declare readonly idempotencyKey: string | null
  /**
   * True for a refusal that the network is known to send even if the request took effect. Omitted
   * when the error is printed.
   */
  declare readonly mayHaveTakenEffect: boolean
  /**
   * Reason that is more precise than the class of the error: `CHECKPOINT`, `EMAIL_TO_CONFIRM`. Null if the network gave no
   * reason that the library knows. Hidden when printed.
   */
  declare readonly reason: string | null
  /** Parts of the user message that the fields of the error do not contain. */
  declare private readonly messageParts: unknown

  constructor(message: string, details: ErrorDetails = {}) {
    const given = readDetails(details)
    const { cause = causeIn(message), platform, raw, mayHaveTakenEffect } = given
    super(readMessage(message), cause === undefined ? undefined : { cause })
    this.platform = readText(platform)
    // `raw` is configurable so that it can be replaced by a copy without secrets that the network
    // quoted.
    Object.defineProperty(this, 'raw', { value: readDetails(raw), enumerable: false, configurable: true })
    Object.defineProperty(this, 'idempotencyKey', { value: null, enumerable: false, configurable: true })
    const isDoubtful = readFlag(mayHaveTakenEffect, false)
    Object.defineProperty(this, 'mayHaveTakenEffect', { value: isDoubtful, enumerable: false })
    Object.defineProperty(this, 'reason', { value: readText(given.reason), enumerable: false })
    const parts: MessageParts = {
      networkName: null,
      userText: given.userText ?? null,
      facts: readDetails(given.facts),
    }
    Object.defineProperty(this, 'messageParts', { value: parts, enumerable: false, configurable: true })
  }

  /**
   * Message for people, in English: it names the network by its display name, and no methods, keys or codes. `message` is
   * for developers and logs. `userMessageOf` has other languages.
   */
  get userMessage(): string {
    return renderProblem(this[PROBLEM])
  }

  get [PROBLEM](): Problem {
    const { code, reason, platform, messageParts } = this
    const fields = this as unknown as MessageFacts // read by name only: the fields that some classes have
    const { retryAfter, isOutage } = fields
    const parts = readParts(messageParts)
    return { code, reason, platform, ...parts, facts: { retryAfter, isOutage, ...parts.facts } }
  }

  get [MARK](): true {
    return true
  }

  /**
   * Prints the error without its hidden fields, also for `%o` and `showHidden`. Hidden fields may
   * contain tokens and receipts.
   */
  [inspect.custom](
    _depth: number,
    { showHidden = false }: { readonly showHidden?: boolean | undefined },
  ): object {
    return showHidden ? printableCopy(this) : this
  }

  /**
   * Posts of a thread that were published before `postThread` failed, in order. Empty for other
   * operations.
   */
  get partsOut(): readonly PartOut[] {
    return NO_PARTS
  }

  /** Returns true for an error of the library, also if another copy of the package created it. */
  static is(value: unknown): value is SocialBaseError {
    return hasMark(value, MARK)
  }
}

/** Returns the error that was passed instead of a message. It becomes the cause. */
function causeIn(message: unknown): Error | undefined {
  return message instanceof Error ? message : undefined
}

/** Fields of an error that are always printed, although they are not enumerable. */
const ALWAYS_PRINTED = ['stack', 'message', 'cause'] as const

/**
 * Returns a copy that has only the fields to print. `inspect` prints this copy without calling the
 * error's own print function.
 */
function printableCopy(error: Error): object {
  const copy: object = Object.create(Object.getPrototypeOf(error) as object, {
    ...Object.getOwnPropertyDescriptors(Object.assign({}, error)),
    [inspect.custom]: {
      value(this: object) {
        return this
      },
    },
  })
  for (const name of ALWAYS_PRINTED)
    if (name in error) Object.defineProperty(copy, name, { value: error[name], enumerable: false })
  return copy
}

/**
 * Copies an error of the library with its class, message, fields, stack and cause. Several callers
 * can wait for the same failed work. Each needs its own error, because its idempotency key
 * differs.
 *
 * @returns The copy. A value that is not an error of the library is returned unchanged.
 */
export function copyError(error: unknown): unknown {
  if (!SocialBaseError.is(error)) return error
  // The copy is created with `Error`, so that debuggers and `Error.isError` recognize it. Then the
  // class and the fields are set.
  const copy: object = new Error(error.message)
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object)
  return Object.defineProperties(copy, Object.getOwnPropertyDescriptors(error))
}

/** Sets the display name of the network for the user message of an error. Other values are unchanged. */
export function setNetworkName(error: unknown, networkName: string): void {
  if (!SocialBaseError.is(error) || !Object.isExtensible(error)) return
  const parts: MessageParts = { ...readParts(error['messageParts']), networkName }
  Object.defineProperty(error, 'messageParts', { value: parts, enumerable: false, configurable: true })
}

/** Copies an error of the library and sets its idempotency key. Other values are returned unchanged. */
export function withIdempotencyKey(error: unknown, key: string): unknown {
  const copy = copyError(error)
  if (SocialBaseError.is(copy))
    Object.defineProperty(copy, 'idempotencyKey', { value: key, enumerable: true, configurable: true })
  return copy
}

/**
 * Copies an error of the library, and adds the posts of the thread that were published. Any other
 * value is returned unchanged.
 */
export function withPartsOut(error: unknown, parts: readonly PartOut[], sentence: string): unknown {
  const copy = copyError(error)
  if (!SocialBaseError.is(copy)) return copy
  copy.message = `${copy.message} ${sentence}`
  if (parts.length > 0)
    Object.defineProperty(copy, 'partsOut', { value: parts, enumerable: true, configurable: true })
  return copy
}
