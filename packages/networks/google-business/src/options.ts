import { type PartialInit, readFactoryOptions } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES } from './addresses.js'

/** Settings of `googleBusiness()`; all of them may be left out. */
export interface GoogleBusinessOptions {
  /** Seconds for one request; 30 unless given. */
  readonly timeout?: number | undefined
  /**
   * True also asks for questions, and answers them, at the service that Google closed on 3 November 2025; refused with
   * that date unless true.
   */
  readonly questions?: boolean | undefined
  /** Other base URLs, for tests and demos. */
  readonly addresses?: PartialInit<Addresses> | undefined
}

/** `GoogleBusinessOptions` with everything filled in. */
export interface Settings {
  readonly timeoutSeconds: number
  readonly questions: boolean
  readonly addresses: Addresses
}

/**
 * Applies the defaults.
 *
 * @throws ConfigError for an unknown name, a number out of its range, and an invalid address.
 */
export function readSettings(options: GoogleBusinessOptions): Settings {
  const reader = readFactoryOptions<GoogleBusinessOptions>('googleBusiness', options, [
    'timeout',
    'questions',
    'addresses',
  ])
  return {
    timeoutSeconds: reader.number('timeout', {
      default: 30,
      min: 0.1,
      max: 3600,
      fractions: true,
      unit: 'seconds',
    }),
    questions: reader.flag('questions', false),
    addresses: reader.addresses(ADDRESSES),
  }
}

/** `GET_OFFER` is deprecated. https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (copy of 2026) */
const CALLS_TO_ACTION = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'] as const

const ORDINARY_ONLY =
  'google_business writes ordinary posts only: events, offers and alerts are not written by this library. Take the option out.'

const webAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.parse(text)?.protocol === 'https:',
    'callToActionUrl must be a whole address that starts with https://.',
  ),
)

const entries = {
  /** Button label. Google's `callToAction.actionType`. */
  callToActionType: v.optional(v.picklist(CALLS_TO_ACTION)),
  /** Where the button leads; left out with `CALL`, which dials the number of the listing. Google's `callToAction.url`. */
  callToActionUrl: v.optional(webAddress),
  /** Language of the text, as a BCP 47 tag; `en` unless given. Google's `languageCode`. */
  languageCode: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)), 'en'),
  topicType: v.optional(v.literal('STANDARD', ORDINARY_ONLY)),
  event: v.optional(v.never(ORDINARY_ONLY)),
  offer: v.optional(v.never(ORDINARY_ONLY)),
  alertType: v.optional(v.never(ORDINARY_ONLY)),
}

interface Button {
  readonly callToActionType?: string | undefined
  readonly callToActionUrl?: string | undefined
}

/** Reason why a button is invalid; null for a valid button. */
function wrongButton({ callToActionType: type, callToActionUrl: url }: Button): string | null {
  if (type === undefined && url !== undefined)
    return `options.callToActionUrl goes with options.callToActionType: ${CALLS_TO_ACTION.join(', ')}.`
  if (type === 'CALL' && url !== undefined)
    return 'The button CALL dials the number of the listing and takes no address. Take options.callToActionUrl out.'
  if (type !== undefined && type !== 'CALL' && url === undefined)
    return `The button ${type} needs an address. Pass options.callToActionUrl.`
  return null
}

/**
 * Post options that Google Business Profile takes. The accepted names are read from here; they are written nowhere else.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (copy of 2026)
 */
export const postOptions = v.pipe(
  v.strictObject(entries),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? wrongButton(dataset.value) : null
    if (message !== null) addIssue({ message })
  }),
)

/** Editable parts of a post: the text, and the button as a whole. */
export const editOptions = v.pipe(
  v.strictObject({
    callToActionType: entries.callToActionType,
    callToActionUrl: entries.callToActionUrl,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? wrongButton(dataset.value) : null
    if (message !== null) addIssue({ message })
  }),
)

/** Post options that Google Business Profile takes, all optional. */
export type GoogleBusinessPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
