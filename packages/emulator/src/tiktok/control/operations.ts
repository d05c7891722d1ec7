import { operation } from '../../framework/control/operations.js'
import { hide } from '../../framework/log/hide.js'
import type { TiktokState } from '../state.js'
import { complete } from '../videos/progress.js'
import { accessOperations } from './access.js'
import { videoOperations } from './videos.js'

/** Describes the state of the emulated TikTok for the control page. Secrets are hidden. */
function describe(state: TiktokState) {
  const name = (openId: string): string => state.people.get(openId)?.username ?? openId
  return {
    audited: state.settings.audited,
    clientKey: state.settings.clientKey,
    people: [...state.people.values()].map((person) => ({ ...person })),
    videos: [...state.publications.values()].slice(-100).map((video) => ({
      publishId: video.publishId,
      by: name(video.openId),
      destination: video.destination,
      stage: video.stage,
      postInfo: video.postInfo,
      privacyLevel: video.privacyLevel,
      contentType: video.contentType,
      bytes: video.bytes,
      pieceBytes: video.pieceBytes,
      pieceCount: video.pieceCount,
      uploadedBytes: video.uploadedBytes,
      sha256: video.sha256,
      failReason: video.failReason,
      postIds: video.postIds,
    })),
    tokens: state.accesses.map((access) => ({
      token: hide(access.accessToken),
      of: name(access.openId),
      scopes: access.scopes,
      expiresAt: access.expiresAt,
      refreshUsed: access.refreshUsed,
      revoked: access.revoked,
    })),
    events: {
      waiting: state.sender.waiting,
      attempts: state.sender.attempts.map(({ push, attempt, status }) => ({
        body: String(push.body),
        attempt,
        status,
      })),
    },
  }
}

/** Returns all control operations of the emulated TikTok. */
export function tiktokOperations(state: TiktokState) {
  return {
    state: operation({
      does: 'Returns the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => {
        complete(state)
        return describe(state)
      },
    }),
    ...accessOperations(state),
    ...videoOperations(state),
  }
}

/** Control operations of the emulated TikTok, by name. */
export type TiktokOperations = ReturnType<typeof tiktokOperations>
