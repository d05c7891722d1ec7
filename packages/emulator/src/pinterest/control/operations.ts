import { operation } from '../../framework/control/operations.js'
import { hide } from '../../framework/log/hide.js'
import { completeUploads } from '../media/uploads.js'
import { usernameOf } from '../people.js'
import { isPublic } from '../pins/pin-store.js'
import type { PinterestState } from '../state.js'
import { accessOperations } from './access.js'
import { pinOperations } from './pins.js'

/** Describes the state of the emulated Pinterest for the control page. Secrets are hidden. */
function describe(state: PinterestState) {
  const name = (id: string): string => usernameOf(state, id)
  return {
    access: state.settings.access,
    environment: state.settings.environment,
    clientId: state.settings.clientId,
    people: [...state.people.values()].map((person) => ({ ...person })),
    boards: [...state.boards.values()].map((board) => ({
      id: board.id,
      name: board.name,
      of: name(board.ownerId),
      privacy: board.privacy,
      sections: board.sections.map((section) => ({ ...section })),
    })),
    pins: [...state.pins.values()].slice(-100).map(({ personId, ownerOnly, ...pin }) => ({
      ...pin,
      by: name(personId),
      visibleTo: !ownerOnly && isPublic(state, { ...pin, personId, ownerOnly }) ? 'EVERYBODY' : 'OWNER',
    })),
    videos: [...state.uploads.values()].slice(-100).map((upload) => ({
      mediaId: upload.id,
      by: name(upload.personId),
      status: upload.status,
      bytes: upload.bytes,
      sha256: upload.sha256,
    })),
    tokens: state.accesses.map((access) => ({
      token: hide(access.accessToken),
      of: name(access.personId),
      scopes: access.scopes,
      expiresAt: access.expiresAt,
      refreshUsed: access.refreshUsed,
      revoked: access.revoked,
    })),
  }
}

/** Returns all control operations of the emulated Pinterest. */
export function pinterestOperations(state: PinterestState) {
  return {
    state: operation({
      does: 'Returns the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => {
        completeUploads(state)
        return describe(state)
      },
    }),
    ...accessOperations(state),
    ...pinOperations(state),
  }
}

/** Control operations of the emulated Pinterest, by name. */
export type PinterestOperations = ReturnType<typeof pinterestOperations>
