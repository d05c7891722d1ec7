import { describe, expect, it } from 'vitest'

import { aConnection, InstantClock, RULE } from './__fixtures__/a-keeper.js'
import { healthOf } from './health.js'

const DAY = 86_400
const clock = new InstantClock()
const at = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000)

describe('the health of a connection', () => {
  it('is NOT_FOUND without a stored connection', () => {
    expect(healthOf(null, null, clock.now())).toEqual({
      state: 'NOT_FOUND',
      reason: null,
      since: null,
      userMessage: 'This account is not connected. Connect it first.',
      todo: expect.stringContaining('Sign the account in'),
      accessExpiresAt: null,
      refreshExpiresAt: null,
    })
  })

  it('is OK, with both dates, when there is time left', () => {
    const connection = aConnection(clock, 3_600, { refreshTokenExpiresAt: at(90 * DAY) })

    expect(healthOf(connection, RULE, clock.now())).toEqual({
      state: 'OK',
      reason: null,
      since: null,
      todo: null,
      userMessage: null,
      accessExpiresAt: at(3_600),
      refreshExpiresAt: at(90 * DAY),
    })
  })

  it('is not ended by beforeSeconds if the required refresh token is missing', () => {
    const connection = aConnection(clock, 3_600, { refreshToken: null })
    const rule = { ...RULE, beforeSeconds: 7_200 }

    expect(healthOf(connection, rule, clock.now()).state).toBe('RENEW_SOON')
    expect(healthOf(aConnection(clock, 0, { refreshToken: null }), rule, clock.now()).state).toBe(
      'SIGN_IN_AGAIN',
    )
  })

  it('is OK if the token never expires', () => {
    const connection = aConnection(clock, null, { refreshToken: null })

    expect(healthOf(connection, RULE, clock.now()).state).toBe('OK')
  })

  it('is RENEW_SOON when the next call renews the token', () => {
    const health = healthOf(aConnection(clock, 30), RULE, clock.now())

    expect(health).toMatchObject({ state: 'RENEW_SOON', todo: expect.stringContaining('renewDue') })
  })

  it('is RENEW_SOON, naming the date, if the refresh token expires within a week', () => {
    const connection = aConnection(clock, 3_600, { refreshTokenExpiresAt: at(6 * DAY) })

    expect(healthOf(connection, RULE, clock.now())).toMatchObject({
      state: 'RENEW_SOON',
      todo: expect.stringContaining(at(6 * DAY).toISOString()),
    })
  })

  it('is RENEW_SOON when the token has time left but nothing to renew it with', () => {
    const connection = aConnection(clock, 3_600, { refreshToken: null })

    expect(healthOf(connection, RULE, clock.now())).toMatchObject({
      state: 'RENEW_SOON',
      todo: expect.stringContaining(at(3_600).toISOString()),
    })
  })

  it('is SIGN_IN_AGAIN when the token is due and cannot be renewed', () => {
    const none = aConnection(clock, 0, { refreshToken: null })
    const old = aConnection(clock, -30, { refreshTokenExpiresAt: at(-1) })

    for (const connection of [none, old])
      expect(healthOf(connection, RULE, clock.now())).toMatchObject({
        state: 'SIGN_IN_AGAIN',
        todo: expect.stringContaining('Sign the account in again'),
      })
  })

  it('is RENEW_SOON if a valid access token is exchanged for the next one, and SIGN_IN_AGAIN after its expiry', () => {
    const rule = { ...RULE, beforeSeconds: 30 * DAY, needsRefreshToken: false }
    const working = aConnection(clock, 20 * DAY, { refreshToken: null })
    const gone = aConnection(clock, -1, { refreshToken: null })

    expect(healthOf(working, rule, clock.now()).state).toBe('RENEW_SOON')
    expect(healthOf(gone, rule, clock.now()).state).toBe('SIGN_IN_AGAIN')
  })

  it('requires the person exactly a week in advance, and not a second sooner', () => {
    const inAWeek = aConnection(clock, 3_600, { refreshTokenExpiresAt: at(7 * DAY) })
    const later = aConnection(clock, 3_600, { refreshTokenExpiresAt: at(7 * DAY + 1) })

    expect(healthOf(inAWeek, RULE, clock.now()).state).toBe('RENEW_SOON')
    expect(healthOf(later, RULE, clock.now()).state).toBe('OK')
  })
})
