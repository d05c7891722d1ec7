import { type OptionInfo, type PartialInit, readFactoryOptions, withInfo } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES } from './addresses.js'
import * as messages from './messages.js'

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

/** Description of an option that this library refuses. */
const refused = (en: string, de: string, networkName: string): OptionInfo => ({
  label: { en, de },
  help: { en: 'Only standard posts are available.', de: 'Nur Standardbeiträge sind verfügbar.' },
  networkName,
  invalid: messages.STANDARD_ONLY,
})

const entries = {
  /** Button label. Google's `callToAction.actionType`. */
  callToActionType: v.optional(
    withInfo(v.picklist(CALLS_TO_ACTION), {
      label: { en: 'Button', de: 'Schaltfläche' },
      help: { en: 'Button under the post.', de: 'Schaltfläche unter dem Beitrag.' },
      networkName: 'callToAction.actionType',
      choices: {
        BOOK: {
          label: { en: 'Book', de: 'Buchen' },
          help: { en: 'Opens a page for a booking.', de: 'Öffnet eine Seite für eine Buchung.' },
        },
        ORDER: {
          label: { en: 'Order online', de: 'Online bestellen' },
          help: { en: 'Opens a page for an order.', de: 'Öffnet eine Seite für eine Bestellung.' },
        },
        SHOP: {
          label: { en: 'Buy', de: 'Kaufen' },
          help: { en: 'Opens a page with products.', de: 'Öffnet eine Seite mit Produkten.' },
        },
        LEARN_MORE: {
          label: { en: 'Learn more', de: 'Weitere Informationen' },
          help: {
            en: 'Opens a page with more information.',
            de: 'Öffnet eine Seite mit mehr Informationen.',
          },
        },
        SIGN_UP: {
          label: { en: 'Sign up', de: 'Anmelden' },
          help: { en: 'Opens a page for a registration.', de: 'Öffnet eine Seite zum Anmelden.' },
        },
        CALL: {
          label: { en: 'Call now', de: 'Jetzt anrufen' },
          help: { en: 'Dials the number of the location.', de: 'Wählt die Nummer des Standorts.' },
        },
      },
      required: messages.BUTTON_REQUIRED,
    }),
  ),
  /**
   * URL that the button opens. Omit the URL for `CALL`, because that button dials the phone number of the listing.
   * Google's `callToAction.url`.
   */
  callToActionUrl: v.optional(
    withInfo(webAddress, {
      label: { en: 'Link of the button', de: 'Link der Schaltfläche' },
      help: { en: 'Page that the button opens.', de: 'Seite, die die Schaltfläche öffnet.' },
      networkName: 'callToAction.url',
      onlyWith: [{ option: 'callToActionType', is: CALLS_TO_ACTION.filter((type) => type !== 'CALL') }],
      required: messages.BUTTON_LINK_REQUIRED,
      invalid: messages.BUTTON_LINK_INVALID,
    }),
  ),
  /** Language of the text, as a BCP 47 tag. Default: `en`. Google's `languageCode`. */
  languageCode: v.optional(
    withInfo(v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)), {
      label: { en: 'Language', de: 'Sprache' },
      help: { en: 'Language of the text.', de: 'Sprache des Textes.' },
      networkName: 'languageCode',
      invalid: messages.LANGUAGE_INVALID,
    }),
    'en',
  ),
  /** Kind of post. Only `STANDARD` is supported, which is the default. Google's `topicType`. */
  topicType: v.optional(
    withInfo(v.literal('STANDARD', ORDINARY_ONLY), {
      ...refused('Kind of post', 'Art des Beitrags', 'topicType'),
      choices: {
        STANDARD: {
          label: { en: 'Standard post', de: 'Standardbeitrag' },
          help: {
            en: 'A post with text, picture and button.',
            de: 'Ein Beitrag mit Text, Bild und Schaltfläche.',
          },
        },
      },
    }),
  ),
  /** Always refused: events are not supported. Google's `event`. */
  event: v.optional(withInfo(v.never(ORDINARY_ONLY), refused('Event', 'Veranstaltung', 'event'))),
  /** Always refused: offers are not supported. Google's `offer`. */
  offer: v.optional(withInfo(v.never(ORDINARY_ONLY), refused('Offer', 'Angebot', 'offer'))),
  /** Always refused: alerts are not supported. Google's `alertType`. */
  alertType: v.optional(withInfo(v.never(ORDINARY_ONLY), refused('Alert', 'Warnung', 'alertType'))),
}

interface Button {
  readonly callToActionType?: string | undefined
  readonly callToActionUrl?: string | undefined
}

interface WrongButton {
  readonly key: keyof Button
  readonly message: string
}

/** Returns the reason why a button is invalid, with the option to correct. Null for a valid button. */
function wrongButton({ callToActionType: type, callToActionUrl: url }: Button): WrongButton | null {
  if (type === undefined && url !== undefined)
    return {
      key: 'callToActionType',
      message: `options.callToActionUrl requires options.callToActionType: ${CALLS_TO_ACTION.join(', ')}.`,
    }
  if (type === 'CALL' && url !== undefined)
    return {
      key: 'callToActionUrl',
      message:
        'The button CALL dials the number of the listing and takes no URL. Remove options.callToActionUrl.',
    }
  if (type !== undefined && type !== 'CALL' && url === undefined)
    return {
      key: 'callToActionUrl',
      message: `The button ${type} requires a URL. Pass options.callToActionUrl.`,
    }
  return null
}

/** Checks that type and URL of the button fit together. */
function checkButton<T extends Button>() {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const wrong = dataset.typed ? wrongButton(dataset.value) : null
    if (wrong === null || !dataset.typed) return
    const { key, message } = wrong
    const value = dataset.value[key]
    const input: Record<string, unknown> = Object.fromEntries(Object.entries(dataset.value))
    addIssue({ message, input: value, path: [{ type: 'object', origin: 'value', input, key, value }] })
  })
}

/**
 * Schema of the post options of Google Business Profile. It is the only list of valid names.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (copy of 2026)
 */
export const postOptions = v.pipe(v.strictObject(entries), checkButton())

/** Schema of the editable parts of a post: the text, and the button. An edit replaces the whole button. */
export const editOptions = v.pipe(
  v.strictObject({
    callToActionType: entries.callToActionType,
    callToActionUrl: entries.callToActionUrl,
  }),
  checkButton(),
)

/** Post options of Google Business Profile. All are optional. */
export type GoogleBusinessPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
