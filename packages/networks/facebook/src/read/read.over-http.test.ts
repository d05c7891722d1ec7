import { Media, PostGoneError, RateLimitError } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

describe('the statistics of a post', () => {
  // Holds R-0310, R-0311.
  it('are one request: reactions of every kind, comments, shares', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ text: 'Bread' })
    at.people.react({ by: 'Bo', on: id, type: 'LIKE' })
    at.people.react({ by: 'Cleo', on: id, type: 'LOVE' })
    at.people.comment({ by: 'Bo', on: id, text: 'Lovely' })
    at.people.setShares({ id, shares: 3 })
    at.forget()
    expect(await page.readStats(id)).toMatchObject({ id, likes: 2, comments: 1, shares: 3 })
    expect(at.counts()).toEqual({ 'GET /:version/:id': 1 })
  })

  // Holds R-0027.
  it('are 0 without any activity, and null if Facebook sends none', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ text: 'Bread' })
    expect(await page.readStats(id)).toMatchObject({ likes: 0, comments: 0, shares: 0 })
    at.faults.add({ fault: 'status', status: 200, body: { id }, path: '/:version/:id' })
    expect(await page.readStats(id)).toMatchObject({ likes: null, comments: null, shares: 0 })
  })

  // Holds R-0312.
  it('of a video have no shares, and only likes if reactions are unknown', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ media: [Media.fromBytes(sampleMp4(4096), { filename: 'a.mp4' })] })
    at.people.react({ by: 'Bo', on: id })
    at.forget()
    expect(await page.readStats(id)).toMatchObject({ likes: 1, comments: 0, shares: null })
    const unknown = { error: { message: '(#100) Tried accessing nonexisting field (reactions)', code: 100 } }
    at.faults.add({ fault: 'status', status: 400, body: unknown, path: '/:version/:id' })
    expect(await page.readStats(id)).toMatchObject({ likes: 1, shares: null })
    expect(at.requests()).toHaveLength(3)
  })

  it('of a deleted post are refused', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ text: 'Bread' })
    at.people.remove({ id })
    await expect(page.readStats(id)).rejects.toThrow(PostGoneError)
  })
})

describe('the profile of the page', () => {
  // Holds R-0105.
  it('is one request for name and picture', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { name, avatarUrl } = await page.profile()
    expect({ name, avatarUrl }).toEqual({
      name: "Ada's Cakes",
      avatarUrl: `https://scontent.example/${page.id.slice('facebook:'.length)}.jpg`,
    })
    expect(at.counts()).toEqual({ 'GET /:version/:id': 1 })
  })
})

describe('the usage headers', () => {
  it('are the rate limit of the page, in percent', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.people.setUsage({ appPercent: 20, accountPercent: 60 })
    await page.profile()
    expect(page.rateLimit).toEqual({ limit: 100, remaining: 40, resetsAt: null })
  })

  it('block the next call before it is sent, until the reported time', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.people.setUsage({ appPercent: 10, accountPercent: 100, regainMinutes: 19 })
    await expect(page.profile()).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 1140 })
    at.people.setUsage({})
    await expect(page.profile()).rejects.toThrow(RateLimitError)
    expect(at.counts()).toEqual({ 'GET /:version/:id': 1 })
    await at.clock.advance(1141)
    await expect(page.profile()).resolves.toMatchObject({ name: "Ada's Cakes" })
  })

  it('do not block a limit of the app without a known end', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.people.setUsage({ appPercent: 100, accountPercent: 10 })
    await expect(page.profile()).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: null })
    at.people.setUsage({})
    await expect(page.profile()).resolves.toMatchObject({ name: "Ada's Cakes" })
  })
})
