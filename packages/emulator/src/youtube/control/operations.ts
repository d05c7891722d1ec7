import { operation } from '../../framework/control/operations.js'
import { hide } from '../../framework/log/hide.js'
import type { YoutubeState } from '../state.js'
import { processingOf } from '../videos/video-json.js'
import { quotaOf } from '../wire/quota.js'
import { accountOperations } from './accounts.js'
import { networkOperations } from './network.js'

/** Describes the state of the emulated YouTube for the control page. Secrets are hidden. */
function describe(state: YoutubeState) {
  return {
    people: [...state.people.values()],
    channels: [...state.channels.values()],
    clients: [...state.clients.values()].map(({ clientId, redirectUris }) => ({ clientId, redirectUris })),
    videos: [...state.videos.values()].map((video) => ({
      ...video.metadata,
      id: video.id,
      channelId: video.channelId,
      bytes: video.bytes,
      sha256: video.sha256,
      contentType: video.contentType,
      notifySubscribers: video.notifySubscribers,
      processing: processingOf(state, video),
    })),
    uploads: [...state.sessions.values()].map(({ id, channelId, received, totalBytes, videoId }) => ({
      upload: hide(id),
      channelId,
      received,
      totalBytes,
      videoId,
    })),
    comments: [...state.comments.values()],
    quota: { day: quotaOf(state).day, units: quotaOf(state).units, uploads: quotaOf(state).uploads },
    tokens: [...state.accessTokens.values(), ...state.refreshTokens.values()].map((token) => ({
      token: hide(token.token),
      of: token.email,
      scopes: token.scopes,
      expiresAt: token.expiresAt,
      revoked: token.revoked,
    })),
  }
}

/** Returns all control operations of the emulated YouTube. */
export function youtubeOperations(state: YoutubeState) {
  return {
    state: operation({
      does: 'Returns the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => describe(state),
    }),
    ...accountOperations(state),
    ...networkOperations(state),
  }
}

/** Control operations of the emulated YouTube, by name. */
export type YoutubeOperations = ReturnType<typeof youtubeOperations>
