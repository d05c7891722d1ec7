import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { createSection } from '../index.js'

describe('the choices of an account', () => {
  it('are its boards by name, with the privacy of boards that are not public', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const mine = { id: '7', name: 'Mine', privacy: 'SECRET' }
    const chairs = { id: '8', name: 'Chairs', privacy: 'PUBLIC' }
    const body = { items: [mine, chairs], bookmark: '' }
    at.faults.add({ fault: 'status', status: 200, path: '/v5/boards', body })
    at.forget()

    const { boardId, boardSectionId } = await ada.listChoices()

    expect(boardId).toEqual([
      { value: '7', label: 'Mine (secret)' },
      { value: '8', label: 'Chairs' },
    ])
    expect(boardSectionId).toBeUndefined()
    expect(at.counts()).toEqual({ 'GET /v5/boards': 1 })
  })

  it('include the sections of the chosen board', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const boardId = at.board('ada', 'Chairs')
    const { id } = await ada.run((call) => createSection(boardId, 'Rocking', call))
    at.forget()

    const { boardSectionId } = await ada.listChoices({ options: { boardId } })

    // The maximum page size, with one request each.
    expect(at.requests().map(({ query }) => query['page_size'])).toEqual(['250', '250'])
    expect(boardSectionId).toEqual([{ value: id, label: 'Rocking' }])
  })

  it.each(['', '../pins', 5])('are only boards for an invalid choice: %s', async (boardId) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.forget()

    expect(Object.keys(await ada.listChoices({ options: { boardId } }))).toEqual(['boardId'])
    expect(at.counts()).toEqual({ 'GET /v5/boards': 1 })
  })
})
