import { type PartialInit, readFactoryOptions } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES } from './addresses.js'

/** Settings of `googleBusiness()`. All are optional. */
export interface GoogleBusinessOptions {
  /** Timeout of one request in seconds. Default: 30. */
  readonly timeout?: number | undefined
  /**
   * True reads and answers questions at the service that Google closed on 3 November 2025. With
   * false, these calls throw an error that names the date. Default: false.
   */
  readonly questions?: boolean | undefined
  /** Base URLs of an emulator or a proxy, instead of those of Google. */
  readonly addresses?: PartialInit<Addresses> | undefined
}

/** `GoogleBusinessOptions` with all defaults applied. */
export interface Settings {
  readonly timeoutSeconds: number
  readonly questions: boolean
  readonly addresses: Addresses
}

/**
 * Applies the defaults.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
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

/**
 * Button types. Google has deprecated `GET_OFFER`.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (copy
 * of 2026)
 */
const CALLS_TO_ACTION = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'] as const

const ORDINARY_ONLY =
  'google_business posts can only be standard posts. This library does not support events, offers and alerts. Remove the option.'

const webAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.parse(text)?.protocol === 'https:',
    'callToActionUrl must be a complete URL that starts with https://.',
  ),
)

const entries = {
  /** Button label. Google's `callToAction.actionType`. */
  callToActionType: v.optional(v.picklist(CALLS_TO_ACTION)),
  /**
   * URL that the button opens. Omit the URL for `CALL`, because that button dials the phone number of the listing.
   * Google's `callToAction.url`.
   */
  callToActionUrl: v.optional(webAddress),
  /** Language of the text, as a BCP 47 tag. Default: `en`. Google's `languageCode`. */
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

/** Returns the reason why a button is invalid. Null for a valid button. */
function wrongButton({ callToActionType: type, callToActionUrl: url }: Button): string | null {
  if (type === undefined && url !== undefined)
    return `options.callToActionUrl requires options.callToActionType: ${CALLS_TO_ACTION.join(', ')}.`
  if (type === 'CALL' && url !== undefined)
    return 'The button CALL dials the number of the listing and takes no URL. Remove options.callToActionUrl.'
  if (type !== undefined && type !== 'CALL' && url === undefined)
    return `The button ${type} requires a URL. Pass options.callToActionUrl.`
  return null
}

/**
 * Schema of the post options of Google Business Profile. It is the only list of valid names.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (copy of 2026)
 */
export const postOptions = v.pipe(
  v.strictObject(entries),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? wrongButton(dataset.value) : null
    if (message !== null) addIssue({ message })
  }),
)

/** Schema of the editable parts of a post: the text, and the button. An edit replaces the whole button. */
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

/** Post options of Google Business Profile. All are optional. */
export type GoogleBusinessPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
