import {
  InvalidPostError,
  MissingPermissionError,
  NetworkError,
  NotFoundError,
  PlatformError,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { boards, boardSections, createBoard, createSection } from '../index.js'

const BOARDS = 'GET /v5/boards'
const MAKE = 'POST /v5/boards'

describe('the boards of an account', () => {
  it('are listed with the fields for a picker', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const { items, next } = await ada.run(boards)

    expect(items).toMatchObject([
      { id: at.board('ada', 'Chairs'), name: 'Chairs', privacy: 'PUBLIC', owner: 'ada', pinCount: 0 },
      { name: 'Tables', createdAt: new Date('2026-11-22T12:00:00Z') },
    ])
    expect(next).toBeNull()
    expect(at.counts()).toEqual({ [BOARDS]: 1 })
  })

  it('are listed page by page, shared ones included', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.people.shareBoard({ board: at.board('bo'), with: 'ada' })

    const first = await ada.run((call) => boards(call, { limit: 2 }))
    const second = await ada.run((call) => boards(call, { after: first.next, limit: 1000 }))

    expect(first.items).toHaveLength(2)
    expect(second).toMatchObject({ items: [{ owner: 'bo' }], next: null })
    expect(at.requests().map(({ query }) => query['page_size'])).toEqual(['2', '250'])
  })

  it('that are unreadable are left out', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const body = { items: [null, { id: 5, name: 'x' }, { id: '7', name: 'Good', owner: 3 }], bookmark: '' }
    at.faults.add({ fault: 'status', status: 200, path: '/v5/boards', body })

    expect(await ada.run(boards)).toMatchObject({ items: [{ id: '7', owner: null }], next: null })
  })

  it('require their scope, which the refusal contains', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn('ada', ['user_accounts:read'])

    await expect(ada.run(boards)).rejects.toThrow(MissingPermissionError)
    await expect(ada.run(boards)).rejects.toThrow('boards:read')
  })
})

describe('creating a board', () => {
  it('sends only the given fields', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const board = await ada.run((call) =>
      createBoard({ name: 'Lamps', description: 'Light', privacy: 'PROTECTED' }, call),
    )
    const plain = await ada.run((call) => createBoard({ name: 'Sofas' }, call))

    expect(board).toMatchObject({ name: 'Lamps', description: 'Light', privacy: 'PROTECTED' })
    expect(plain).toMatchObject({ name: 'Sofas', description: null, privacy: 'PUBLIC' })
    expect(at.requests().map(({ json }) => json)).toEqual([
      { name: 'Lamps', description: 'Light', privacy: 'PROTECTED' },
      { name: 'Sofas' },
    ])
  })

  it.each([
    ['a lost response', { fault: 'replyLost' }],
    ['a 500 after its effect', { fault: 'status', status: 500, afterEffect: true }],
  ] as const)('with %s is searched for by its name', async (_what, fault) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.faults.add({ ...fault, method: 'POST', path: '/v5/boards' })

    const board = await ada.run((call) => createBoard({ name: 'Lamps' }, call))

    expect(board.id).toBe(at.board('ada', 'Lamps'))
    expect(at.counts()).toEqual({ [MAKE]: 1, [BOARDS]: 1 })
  })

  it('that was not created fails with the original error', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.faults.add({ fault: 'status', status: 500, method: 'POST', path: '/v5/boards' })

    await expect(ada.run((call) => createBoard({ name: 'Lamps' }, call))).rejects.toThrow(PlatformError)
    expect(at.counts()).toEqual({ [MAKE]: 1, [BOARDS]: 1 })
  })

  it('does not match an older board with this name', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    await at.clock.advance(3600)
    at.faults.add({ fault: 'closeBeforeEffect', method: 'POST', path: '/v5/boards' })

    await expect(ada.run((call) => createBoard({ name: 'Chairs' }, call))).rejects.toThrow(NetworkError)
  })

  it('with an existing name is refused with Pinterest’s message', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await expect(ada.run((call) => createBoard({ name: 'Chairs' }, call))).rejects.toThrow('duplicated')
  })

  it.each([{ name: '' }, { name: 5 }, {}, { name: 'a', privacy: 'HIDDEN' }, { name: 'a', isAdsOnly: true }])(
    'from %o is refused before any request',
    async (board) => {
      await using at = await usingEmulator()
      const ada = await at.signIn()

      // Invalid on purpose, as in an application without types.
      const making = ada.run((call) => createBoard(board as { name: string }, call))

      await expect(making).rejects.toThrow(InvalidPostError)
      expect(at.counts()).toEqual({})
    },
  )
})

describe('sections', () => {
  it('are created and listed', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const boardId = at.board()

    const made = await ada.run((call) => createSection(boardId, 'Velvet', call))
    const { items } = await ada.run((call) => boardSections(boardId, call))

    expect(items).toMatchObject([{ id: made.id, name: 'Velvet' }])
  })

  it('wait for a board that is locked', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.people.refuseNext({ refusal: 'BOARD_BUSY', route: 'POST /v5/boards/:board/sections', count: 3 })

    expect(await ada.run((call) => createSection(at.board(), 'Velvet', call))).toMatchObject({
      name: 'Velvet',
    })

    at.people.refuseNext({ refusal: 'BOARD_BUSY', route: 'POST /v5/boards/:board/sections', count: 9 })
    await expect(ada.run((call) => createSection(at.board(), 'Silk', call))).rejects.toThrow(PlatformError)
  })

  it('of a missing board or without a name are refused', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    await expect(ada.run((call) => boardSections('1', call))).rejects.toThrow(NotFoundError)
    at.forget()
    for (const name of ['', 'a'.repeat(181)])
      await expect(ada.run((call) => createSection('1', name, call))).rejects.toThrow(InvalidPostError)
    const outside = ada.run((call) => createSection('../pins', 'a', call))
    await expect(outside).rejects.toThrow(NotFoundError)
    await expect(outside).rejects.toMatchObject({ platform: 'pinterest' })
    expect(at.counts()).toEqual({})
  })
})
