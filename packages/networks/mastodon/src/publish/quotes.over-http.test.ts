import { InvalidPostError, Media, NotAllowedError } from '@social/core'
import { samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { revokeQuote } from '../engage.js'
import { postQuotes } from '../read.js'

const WINDOW = { after: null, limit: null }
const picture = () => Media.fromBytes(samplePng(), { filename: 'cat.png' })

describe('quotes of a post', () => {
  it('are listed page by page', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'quote me' })
    for (const number of [1, 2, 3]) {
      await at.clock.advance(1)
      at.people.quote({ by: 'bea', on: id, text: `number ${number}` })
    }

    const first = await account.run((call) => postQuotes(id, { after: null, limit: 2 }, call))
    const second = await account.run((call) => postQuotes(id, { after: first.next, limit: 2 }, call))

    expect(first.items.map(({ text }) => text)).toEqual(['number 3', 'number 2'])
    expect(second).toMatchObject({ items: [{ text: 'number 1' }], next: null })
  })

  it('are no longer shown after they were revoked, also when revoked twice', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'quote me' })
    const { id: quote } = at.people.quote({ by: 'bea', on: id, text: 'nonsense' })

    await account.run((call) => revokeQuote(id, quote, call))
    await account.run((call) => revokeQuote(id, quote, call))

    expect(await account.run((call) => postQuotes(id, WINDOW, call))).toMatchObject({ items: [] })
    expect((await account.readPost(quote)).raw['quote']).toMatchObject({ state: 'revoked' })
  })

  it('of another account’s post cannot be revoked', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'quote me' })
    const { id: quote } = at.people.quote({ by: 'cleo', on: id, text: 'nonsense' })

    await expect(account.run((call) => revokeQuote(id, quote, call))).rejects.toThrow(NotAllowedError)
  })
})

describe('the focal point of an image', () => {
  it('is sent with its file', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await account.post({ media: [picture(), picture()], options: { focus: [null, [0.5, -1]] } })

    expect(at.people.state().media.map(({ focus }) => focus)).toEqual([null, [0.5, -1]])
  })

  it.each([
    ['outside the image', { media: [picture()], options: { focus: [[0, 1.5]] } }],
    ['of a missing file', { media: [picture()], options: { focus: [null, [0, 0]] } }],
    ['without a height', { media: [picture()], options: { focus: [[0]] } }],
  ])('%s is refused without a request', async (_what, post) => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    const untyped = at.client.account(id)

    await expect(untyped.post(post)).rejects.toThrow(InvalidPostError)

    expect(at.counts()).toEqual({})
  })
})
