import {
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  OutcomeUnknownError,
  PostGoneError,
} from '@social/core'
import { aPicture } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { createSection } from '../index.js'

/** How many requests of that method there were, answered by the network or by a fault. */
const sent = (at: { requests(): readonly { readonly method: string }[] }, method: string): number =>
  at.requests().filter((request) => request.method === method).length

/** Ada with one pin in a section. */
async function withPin(options: Parameters<typeof usingEmulator>[0] = {}) {
  const at = await usingEmulator(options)
  const ada = await at.signIn()
  const boardId = at.board('ada', 'Chairs')
  const section = await ada.run((call) => createSection(boardId, 'Velvet', call))
  const { id } = await ada.post({
    text: 'Velvet, 1970.',
    media: [aPicture()],
    options: {
      boardId,
      boardSectionId: section.id,
      title: 'A chair',
      link: 'https://shop.example/',
      altText: 'Red',
    },
  })
  at.forget()
  return Object.assign(at, { ada, pinId: id, sectionId: section.id })
}

describe('changing a pin', () => {
  it('sends what is named, and leaves the rest', async () => {
    await using at = await withPin()

    const result = await at.ada.editPost(at.pinId, { text: 'Velvet, 1971.', options: { title: 'The chair' } })

    expect(at.requests().map(({ json }) => json)).toEqual([
      { description: 'Velvet, 1971.', title: 'The chair' },
    ])
    expect(at.pins()).toMatchObject([
      {
        id: at.pinId,
        description: 'Velvet, 1971.',
        title: 'The chair',
        altText: 'Red',
        sectionId: at.sectionId,
      },
    ])
    expect(result).toMatchObject({
      id: at.pinId,
      url: `https://www.pinterest.com/pin/${at.pinId}/`,
      state: 'DONE',
    })
  })

  it('moves it to another board, and takes words and sections away', async () => {
    await using at = await withPin()

    await at.ada.editPost(at.pinId, { options: { boardId: at.board('ada', 'Tables') } })
    await at.ada.editPost(at.pinId, {
      text: '',
      options: { title: null, link: null, altText: null, boardSectionId: null },
    })

    expect(at.pins()).toMatchObject([
      {
        boardId: at.board('ada', 'Tables'),
        title: null,
        link: null,
        altText: null,
        sectionId: null,
        description: '',
      },
    ])
  })

  it.each([
    [{}, /changes nothing/],
    [{ text: 'a'.repeat(801) }, /800/],
    [{ options: { title: '' } }, /1 to 100/],
    [{ options: { coverImageUrl: 'https://shop.example/c.jpg' } }, /does not know the option/],
    [{ options: { link: 'shop' } }, /web address/],
    [{ options: { boardId: 'Chairs' } }, /digits/],
  ])('to %o is refused before a request', async (edit, words) => {
    await using at = await withPin()

    const editing = at.ada.editPost(at.pinId, edit)

    await expect(editing).rejects.toThrow(InvalidPostError)
    await expect(editing).rejects.toThrow(words)
    expect(at.counts()).toEqual({})
  })

  it('says that it is a beta where the app may not', async () => {
    await using at = await withPin({ server: { canChangePins: false } })

    const editing = at.ada.editPost(at.pinId, { text: 'a' })

    await expect(editing).rejects.toThrow(NotAllowedError)
    await expect(editing).rejects.toThrow('beta')
  })

  it('of a pin that is not there, or with a scope missing, is refused by name', async () => {
    await using at = await withPin()
    const connection = await at.storage.getConnection(at.ada.id)

    await expect(at.ada.editPost('1', { text: 'a' })).rejects.toThrow(PostGoneError)
    if (connection) await at.storage.saveConnection(connection.with({ scopes: ['pins:read'] }))
    await expect(at.ada.editPost(at.pinId, { text: 'a' })).rejects.toThrow(MissingPermissionError)
  })

  it.each([
    ['its reply lost', { fault: 'replyLost' }],
    ['an outage', { fault: 'status', status: 502 }],
    ['the connection closed', { fault: 'closeBeforeEffect' }],
  ] as const)('is sent again when it met %s: the same change twice is one', async (_what, fault) => {
    await using at = await withPin()
    at.faults.add({ ...fault, method: 'PATCH', path: '/v5/pins/:pin' })

    await at.ada.editPost(at.pinId, { text: 'new' })

    expect(at.pins()).toMatchObject([{ description: 'new' }])
    expect(sent(at, 'PATCH')).toBe(2)
  })

  it('that stayed open is repeated for ten minutes, and looked for after that', async () => {
    await using at = await withPin({ retries: { attempts: 1 } })
    const edit = { text: 'new \n words' }
    at.faults.add({ fault: 'replyLost', method: 'PATCH', path: '/v5/pins/:pin' })
    at.faults.add({ fault: 'status', status: 500, path: '/v5/pins/:pin', method: 'GET' })
    await expect(at.ada.editPost(at.pinId, edit, { idempotencyKey: 'k' })).rejects.toThrow(
      OutcomeUnknownError,
    )
    await at.clock.advance(3600)

    const { id } = await at.ada.editPost(at.pinId, edit, { idempotencyKey: 'k' })

    expect(id).toBe(at.pinId)
    expect([sent(at, 'PATCH'), sent(at, 'GET')]).toEqual([1, 2])
  })

  it('that did not arrive is unknown once somebody else may have changed the pin', async () => {
    await using at = await withPin({ retries: { attempts: 1 } })
    const edit = { text: 'new' }
    at.faults.add({ fault: 'closeBeforeEffect', method: 'PATCH', path: '/v5/pins/:pin' })
    await expect(at.ada.editPost(at.pinId, edit, { idempotencyKey: 'k' })).rejects.toThrow(
      OutcomeUnknownError,
    )

    await at.clock.advance(3600)
    await expect(at.ada.editPost(at.pinId, edit, { idempotencyKey: 'k' })).rejects.toThrow(
      OutcomeUnknownError,
    )
    expect(sent(at, 'PATCH')).toBe(1)
  })

  it('that did not arrive is sent again under the same key soon after', async () => {
    await using at = await withPin({ retries: { attempts: 1 } })
    at.faults.add({ fault: 'closeBeforeEffect', method: 'PATCH', path: '/v5/pins/:pin' })
    const edit = { text: 'new' }
    await expect(at.ada.editPost(at.pinId, edit, { idempotencyKey: 'k' })).rejects.toThrow(
      OutcomeUnknownError,
    )

    await at.ada.editPost(at.pinId, edit, { idempotencyKey: 'k' })

    expect(at.pins()).toMatchObject([{ description: 'new' }])
  })
})
