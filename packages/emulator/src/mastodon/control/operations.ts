import { operation } from '../../framework/control/operations.js'
import { hide } from '../../framework/log/hide.js'
import { acctOf } from '../people/people.js'
import type { MastodonState } from '../state.js'
import { contentHtml } from '../statuses/status-json.js'
import { socialOperations } from './people.js'
import { postingOperations } from './posting.js'
import { serverOperations, tokenOperations } from './server.js'
import { streamingOperations } from './streaming.js'

const name = (state: MastodonState, id: string | null): string | null => {
  const person = state.people.get(id ?? '')
  return person === undefined ? null : acctOf(person)
}

/** Describes the state of the server for the control page. Secrets are hidden. */
function describe(state: MastodonState) {
  return {
    host: state.host,
    people: [...state.people.values()].map((person) => ({
      id: person.id,
      acct: acctOf(person),
      displayName: person.displayName,
      isLocal: person.host === null,
      login: person.login,
    })),
    statuses: [...state.statuses.values()].slice(-100).map((status) => ({
      id: status.id,
      by: name(state, status.personId),
      createdAt: status.createdAt,
      text: status.text,
      html: contentHtml(state, status),
      spoilerText: status.spoilerText,
      visibility: status.visibility,
      sensitive: status.sensitive,
      replyTo: status.replyTo,
      boostOf: status.boostOf,
      quoteOf: status.quote?.statusId ?? null,
      mediaIds: status.mediaIds,
      favourites: (state.favourites.get(status.id) ?? []).map(({ personId }) => name(state, personId)),
    })),
    scheduled: [...state.scheduled.values()].map(({ id, personId, scheduledAt, params, mediaIds }) => ({
      id,
      by: name(state, personId),
      scheduledAt,
      text: params['text'],
      mediaIds,
    })),
    media: [...state.media.values()].slice(-100).map((file) => ({
      id: file.id,
      by: name(state, file.personId),
      type: file.type,
      contentType: file.contentType,
      filename: file.filename,
      bytes: file.bytes,
      sha256: file.sha256,
      description: file.description,
      focus: file.focus,
      thumbnail: file.thumbnail,
      state: file.state,
      attachedTo: file.attachedTo,
    })),
    apps: [...state.apps.values()].map(({ id, name: title, redirectUris, scopes }) => ({
      id,
      name: title,
      redirectUris,
      scopes,
    })),
    tokens: [...state.tokens.values()].map((token) => ({
      token: hide(token.token),
      of: name(state, token.personId),
      scopes: token.scopes,
      expiresAt: token.expiresAt,
      revoked: token.revoked,
    })),
    notifications: [...state.notifications].map(([personId, reported]) => ({
      of: name(state, personId),
      count: reported.length,
    })),
  }
}

/** Creates all control operations of a Mastodon server. */
export function mastodonOperations(state: MastodonState) {
  return {
    state: operation({
      does: 'Returns the state of the server. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => describe(state),
    }),
    ...socialOperations(state),
    ...tokenOperations(state),
    ...serverOperations(state),
    ...postingOperations(state),
    ...streamingOperations(state),
  }
}

/** Type of the control operations of a Mastodon server. */
export type MastodonOperations = ReturnType<typeof mastodonOperations>
