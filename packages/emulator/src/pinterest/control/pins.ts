import { ControlError, operation } from '../../framework/control/operations.js'
import { addBoard } from '../boards/board-store.js'
import { keepPin } from '../pins/create-pin.js'
import type { Board, Pin, PinMedia, Privacy, Upload } from '../records.js'
import type { PinterestState } from '../state.js'
import { mustFindPerson } from './access.js'

const PRIVACY: readonly Privacy[] = ['PUBLIC', 'PROTECTED', 'SECRET']

function mustFindUpload(state: PinterestState, id: string): Upload {
  const upload = state.uploads.get(id)
  if (upload === undefined) throw new ControlError(`There is no video "${id}".`)
  return upload
}

function mustFindPin(state: PinterestState, id: string): Pin {
  const pin = state.pins.get(id)
  if (pin === undefined) throw new ControlError(`There is no pin "${id}".`)
  return pin
}

function mustFindBoard(state: PinterestState, id: string): Board {
  const board = state.boards.get(id)
  if (board === undefined) throw new ControlError(`There is no board "${id}".`)
  return board
}

/** Returns the control operations for boards, videos and pins. */
export function pinOperations(state: PinterestState) {
  return {
    addBoard: operation({
      does: 'A person creates a board: PUBLIC, PROTECTED or SECRET.',
      takes: { person: 'text', name: 'text', privacy: 'text?' },
      run: ({ person, name, privacy = 'PUBLIC' }) => {
        const found = PRIVACY.find((one) => one === privacy)
        if (found === undefined) throw new ControlError(`"privacy" must be one of: ${PRIVACY.join(', ')}.`)
        return { id: addBoard(state, { ownerId: mustFindPerson(state, person).id, name, privacy: found }).id }
      },
    }),
    shareBoard: operation({
      does: 'The owner of a board adds a collaborator.',
      takes: { board: 'text', with: 'text' },
      run: ({ board, with: name }) => {
        mustFindBoard(state, board).collaboratorIds.add(mustFindPerson(state, name).id)
      },
    }),
    pinByHand: operation({
      does: 'The owner of a board pins a picture to it on the site.',
      takes: { board: 'text', title: 'text', description: 'text' },
      run: ({ board: id, title, description }) => {
        const { ownerId, id: boardId } = mustFindBoard(state, id)
        const text = { title, description, link: null, altText: null, dominantColor: null }
        const media: PinMedia = { kind: 'PICTURES', pictures: [] }
        const pin = keepPin(state, {
          ...text,
          personId: ownerId,
          boardId,
          sectionId: null,
          media,
          ownerOnly: false,
        })
        return { id: pin.id }
      },
    }),
    finishProcessing: operation({
      does: 'Completes the processing of a video.',
      takes: { mediaId: 'text' },
      run: ({ mediaId }) => {
        mustFindUpload(state, mediaId).status = 'succeeded'
      },
    }),
    failVideo: operation({
      does: 'The processing of a video fails.',
      takes: { mediaId: 'text' },
      run: ({ mediaId }) => {
        mustFindUpload(state, mediaId).status = 'failed'
      },
    }),
    setDelays: operation({
      does: 'Sets delays in seconds: before the processing of a video, until it is ready, and until lists contain a new pin.',
      takes: { registeredSeconds: 'number?', processSeconds: 'number?', listDelaySeconds: 'number?' },
      run: (delays) => {
        const given = Object.fromEntries(Object.entries(delays).filter(([, value]) => value !== undefined))
        state.settings = { ...state.settings, ...given }
      },
    }),
    setNumbers: operation({
      does: 'Adds views and other statistics to a pin.',
      takes: {
        pin: 'text',
        impression: 'number?',
        pinClick: 'number?',
        clickthrough: 'number?',
        reaction: 'number?',
        comment: 'number?',
        save: 'number?',
      },
      run: ({ pin: id, ...numbers }) => {
        const pin = mustFindPin(state, id)
        const given = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined))
        pin.numbers = { ...pin.numbers, ...given }
      },
    }),
    deletePin: operation({
      does: 'The owner deletes a pin on the site.',
      takes: { pin: 'text' },
      run: ({ pin }) => {
        state.pins.delete(mustFindPin(state, pin).id)
      },
    }),
  }
}
