import type { Visit } from '../../framework/router.js'
import { accountJson } from '../people/account-json.js'
import { localPeople } from '../people/people.js'
import { optionalPerson } from '../sign-in/access.js'
import { KNOWN_SCOPES } from '../sign-in/access.js'
import { VAPID_KEY } from '../sign-in/apps.js'
import type { MastodonState } from '../state.js'
import {
  MAX_CHOICE_LENGTH,
  MAX_POLL_SECONDS,
  MAX_CHOICES,
  MIN_POLL_SECONDS,
} from '../statuses/polls/polls.js'
import { Refusal } from '../wire/refusals.js'

/** Accepted media types. https://docs.joinmastodon.org/user/posting/#media (read 2026-11-21) */
export const MEDIA_TYPES: readonly string[] = [
  ...['jpeg', 'png', 'gif', 'heic', 'heif', 'webp', 'avif'].map((type) => `image/${type}`),
  ...['webm', 'mp4', 'quicktime', 'ogg'].map((type) => `video/${type}`),
  ...['wave', 'wav', 'x-wav', 'x-pn-wave', 'vnd.wave', 'ogg', 'vorbis', 'mpeg', 'mp3', 'webm'].map(
    (type) => `audio/${type}`,
  ),
  ...['flac', 'aac', 'm4a', 'x-m4a', 'mp4', '3gpp'].map((type) => `audio/${type}`),
  'video/x-ms-asf',
]

function configuration(state: MastodonState): Record<string, unknown> {
  const { limits } = state.settings
  return {
    accounts: {
      max_featured_tags: 10,
      max_pinned_statuses: 5,
      max_profile_fields: 4,
      profile_field_name_limit: 255,
      profile_field_value_limit: 255,
    },
    statuses: {
      max_characters: limits.characters,
      max_media_attachments: limits.attachments,
      characters_reserved_per_url: limits.urlCharacters,
    },
    media_attachments: {
      description_limit: limits.descriptionCharacters,
      image_matrix_limit: limits.imagePixels,
      image_size_limit: limits.imageBytes,
      supported_mime_types: MEDIA_TYPES,
      video_frame_rate_limit: limits.videoFrameRate,
      video_matrix_limit: limits.videoPixels,
      video_size_limit: limits.videoBytes,
    },
    polls: {
      max_options: MAX_CHOICES,
      max_characters_per_option: MAX_CHOICE_LENGTH,
      min_expiration: MIN_POLL_SECONDS,
      max_expiration: MAX_POLL_SECONDS,
    },
  }
}

const DESCRIPTION = 'An emulated Mastodon server, for trying things out.'
const EMAIL = 'admin@example.com'

/** GET /api/v2/instance */
export function readInstance(state: MastodonState, { request }: Visit): Response {
  if (!state.settings.instanceV2) throw new Refusal(404, 'Not Found')
  optionalPerson(state, request, [...KNOWN_SCOPES])
  const { version, apiVersion } = state.settings
  const streaming = state.origin.replace(/^http/, 'ws')
  return Response.json({
    domain: state.host,
    title: 'Emulated Mastodon',
    version,
    source_url: 'https://github.com/mastodon/mastodon',
    description: DESCRIPTION,
    usage: { users: { active_month: localPeople(state).length } },
    thumbnail: { url: `${state.origin}/headers/original/missing.png`, blurhash: null, versions: {} },
    icon: [],
    languages: ['en'],
    configuration: {
      urls: {
        streaming,
        status: null,
        about: `${state.origin}/about`,
        privacy_policy: null,
        terms_of_service: null,
      },
      vapid: { public_key: VAPID_KEY },
      ...configuration(state),
      translation: { enabled: false },
      timelines_access: {
        live_feeds: { local: 'public', remote: 'public' },
        hashtag_feeds: { local: 'public', remote: 'public' },
        trending_link_feeds: { local: 'public', remote: 'public' },
      },
      limited_federation: false,
    },
    registrations: {
      enabled: false,
      approval_required: false,
      reason_required: false,
      message: null,
      min_age: null,
      url: null,
    },
    ...(apiVersion !== null && { api_versions: { mastodon: apiVersion } }),
    contact: { email: EMAIL, account: contact(state) },
    rules: [],
  })
}

function contact(state: MastodonState): unknown {
  const [first] = localPeople(state)
  return first === undefined ? null : accountJson(state, first)
}

/** Handles GET /api/v1/instance, the older format, which every compatible server supports. */
export function readInstanceV1(state: MastodonState): Response {
  const people = localPeople(state)
  return Response.json({
    uri: state.host,
    title: 'Emulated Mastodon',
    short_description: DESCRIPTION,
    description: DESCRIPTION,
    email: EMAIL,
    version: state.settings.version,
    urls: { streaming_api: state.origin.replace(/^http/, 'ws') },
    stats: { user_count: people.length, status_count: state.statuses.size, domain_count: 2 },
    thumbnail: null,
    languages: ['en'],
    registrations: false,
    approval_required: false,
    invites_enabled: false,
    configuration: configuration(state),
    contact_account: contact(state),
    rules: [],
  })
}

/** GET /.well-known/oauth-authorization-server */
export function readOauthServer(state: MastodonState): Response {
  const { origin } = state
  const grants = ['authorization_code', 'client_credentials']
  return Response.json({
    issuer: `${origin}/`,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    userinfo_endpoint: `${origin}/oauth/userinfo`,
    scopes_supported: [...KNOWN_SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: state.settings.expiringTokens === null ? grants : [...grants, 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    service_documentation: 'https://docs.joinmastodon.org/',
    app_registration_endpoint: `${origin}/api/v1/apps`,
  })
}
