import type { Person } from '../records.js'
import type { MastodonState } from '../state.js'
import { acctOf, actorUri, avatarUrl, profileUrl } from './people.js'

function counts(state: MastodonState, person: Person): Readonly<Record<string, unknown>> {
  const posts = state.postsOf.get(person.id)
  return {
    followers_count: state.followers.get(person.id)?.size ?? 0,
    following_count: state.following.get(person.id)?.size ?? 0,
    statuses_count: posts?.count ?? 0,
    last_status_at: posts?.last.toISOString().slice(0, 10) ?? null,
  }
}

/** Describes a person as an Account. https://docs.joinmastodon.org/entities/Account/ */
export function accountJson(state: MastodonState, person: Person): Record<string, unknown> {
  const avatar = avatarUrl(state, person)
  const header = `${state.origin}/headers/original/missing.png`
  return {
    id: person.id,
    username: person.username,
    acct: acctOf(person),
    display_name: person.displayName,
    locked: false,
    bot: false,
    discoverable: true,
    indexable: false,
    group: false,
    created_at: person.createdAt.toISOString(),
    note: '',
    url: profileUrl(state, person),
    uri: actorUri(state, person),
    avatar,
    avatar_static: avatar,
    header,
    header_static: header,
    ...counts(state, person),
    hide_collections: null,
    ...(person.host === null && { noindex: false, roles: [] }),
    emojis: [],
    fields: [],
  }
}

/**
 * Describes a person as a CredentialAccount, which includes fields that only the person can read.
 */
export function credentialAccountJson(state: MastodonState, person: Person): Record<string, unknown> {
  return {
    ...accountJson(state, person),
    source: {
      privacy: person.defaultVisibility,
      sensitive: person.defaultSensitive,
      language: person.defaultLanguage,
      note: '',
      fields: [],
      follow_requests_count: 0,
      hide_collections: null,
      discoverable: true,
      indexable: false,
      attribution_domains: [],
      quote_policy: 'public',
    },
    role: {
      id: '-99',
      name: '',
      permissions: '65536',
      color: '',
      highlighted: false,
      collection_limit: 10,
    },
  }
}
