import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
import { GRAPH_DEFAULTS, type GraphSettings } from '../meta/settings.js'

/** A page that exists when the emulator starts. */
export interface PageSetup {
  readonly name: string
  readonly category?: string | undefined
}

/** A person who exists when the emulator starts, and the pages on which the person has a role. */
export interface FacebookPersonSetup {
  readonly name: string
  readonly pages?: readonly PageSetup[] | undefined
}

/** All settings of the emulated Facebook. */
export interface FacebookSettings extends GraphSettings {
  /** Processing time of a video in seconds, from the call that finishes the upload. */
  readonly videoSeconds: number
  /** Size in bytes of the pieces that the server requests when a client uploads a video. */
  readonly pieceBytes: number
  /** If true, the error for a wrong offset contains the expected offset. */
  readonly returnOffsets: boolean
  readonly largestPictureBytes: number
  readonly largestVideoBytes: number
  /** Maximum number of reels that a page can publish in 24 hours. */
  readonly reelsPerDay: number
  /** If true, a post with the same text as a post of the last hour is refused with error 506. */
  readonly refuseDuplicates: boolean
  readonly people: readonly FacebookPersonSetup[]
}

/** Settings of `facebookNetwork()`. Omitted settings have their defaults. */
export type FacebookOptions = PartialInit<FacebookSettings>

/**
 * Permissions that an application can request.
 * https://developers.facebook.com/documentation/pages-api/posts (read 2026-11-22)
 */
const SCOPES: readonly string[] = [
  'public_profile',
  'pages_show_list',
  'pages_read_engagement',
  'pages_read_user_content',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_manage_metadata',
  'pages_messaging',
  'business_management',
  'publish_video',
  'read_insights',
]

/** Returns the settings, with defaults for omitted ones. */
export function toSettings(options: FacebookOptions): FacebookSettings {
  return {
    ...GRAPH_DEFAULTS,
    appId: '613627401234567',
    appSecret: 'emulator-facebook-secret-0123456789',
    scopes: SCOPES,
    versions: ['v26.0', 'v25.0', 'v24.0', 'v23.0', 'v22.0', 'v21.0'],
    videoSeconds: 30,
    pieceBytes: 1_048_576,
    returnOffsets: true,
    largestPictureBytes: 10_485_760,
    largestVideoBytes: 10_737_418_240,
    reelsPerDay: 30,
    refuseDuplicates: false,
    people: [
      { name: 'Ada', pages: [{ name: "Ada's Cakes", category: 'Bakery' }, { name: "Ada's Flowers" }] },
      { name: 'Bo', pages: [{ name: "Bo's Boats" }] },
      { name: 'Cleo' },
    ],
    ...withoutUndefined(options),
  }
}
