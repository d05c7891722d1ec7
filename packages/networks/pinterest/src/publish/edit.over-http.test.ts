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

/** Number of requests with the given method, answered by the network or by a fault. */
const sent = (at: { requests(): readonly { readonly method: string }[] }, method: string): number =>
  at.requests().filter((request) => request.method === method).length

/** Signs in Ada and creates one pin in a section. */
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
  it('sends the changed fields, and leaves the others', async () => {
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

  it('moves it to another board, and removes texts and the section', async () => {
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
    [{ options: { link: 'shop' } }, /http or https URL/],
    [{ options: { boardId: 'Chairs' } }, /digits/],
  ])('to %o is refused before any request', async (edit, message) => {
    await using at = await withPin()

    const editing = at.ada.editPost(at.pinId, edit)

    await expect(editing).rejects.toThrow(InvalidPostError)
    await expect(editing).rejects.toThrow(message)
    expect(at.counts()).toEqual({})
  })

  it('reports the beta when the app is not allowed to', async () => {
    await using at = await withPin({ server: { canChangePins: false } })

    const editing = at.ada.editPost(at.pinId, { text: 'a' })

    await expect(editing).rejects.toThrow(NotAllowedError)
    await expect(editing).rejects.toThrow('beta')
  })

  it('of a missing pin, or without a scope, has its own error', async () => {
    await using at = await withPin()
    const connection = await at.storage.getConnection(at.ada.id)

    await expect(at.ada.editPost('1', { text: 'a' })).rejects.toThrow(PostGoneError)
    if (connection) await at.storage.saveConnection(connection.with({ scopes: ['pins:read'] }))
    await expect(at.ada.editPost(at.pinId, { text: 'a' })).rejects.toThrow(MissingPermissionError)
  })

  it.each([
    ['a lost response', { fault: 'replyLost' }],
    ['an outage', { fault: 'status', status: 502 }],
    ['a closed connection', { fault: 'closeBeforeEffect' }],
  ] as const)('is retried after %s, because a repeated change has no effect', async (_what, fault) => {
    await using at = await withPin()
    at.faults.add({ ...fault, method: 'PATCH', path: '/v5/pins/:pin' })

    await at.ada.editPost(at.pinId, { text: 'new' })

    expect(at.pins()).toMatchObject([{ description: 'new' }])
    expect(sent(at, 'PATCH')).toBe(2)
  })

  it('with an unknown result is repeated for ten minutes, and then searched for', async () => {
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

  it('that was not processed stays unknown when another user may have changed the pin', async () => {
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

  it('that was not processed is repeated with the same key', async () => {
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
