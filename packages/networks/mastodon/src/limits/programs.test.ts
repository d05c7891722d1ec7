import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { softwareOf, traitsOf } from './programs.js'

const read = (version: string) => softwareOf(version, 7)
const traits = (name: string, version = '') => traitsOf({ name, version })

describe('the program of a server', () => {
  it.each([
    ['4.6.3', 10, 'mastodon'],
    ['4.3.0-beta.1', 2, 'mastodon'],
    ['4.5.2+glitch', 7, 'mastodon'],
    ['2.7.2 (compatible; Pleroma 2.4.51)', null, 'pleroma'],
    ['2.7.2 (compatible; Akkoma 3.10.4-0-gdeadbee)', null, 'akkoma'],
    ['2.8.0 (compatible; Friendica 2024.08)', null, 'friendica'],
    ['4.2.1 (compatible; Iceshrimp.NET/2025.1)', null, 'iceshrimp.net'],
    ['3.5.3 (compatible; Pixelfed 0.12.4)', null, 'pixelfed'],
    ['4.0.0 (not true; really snac/2.84)', null, 'snac'],
    ['takahe/0.11.0', null, 'takahe'],
  ])('is detected from the version %s', (version, apiVersion, name) => {
    expect(softwareOf(version, apiVersion)).toMatchObject({ name })
  })

  it.each([
    ['4.2.10', null], // versions before 4.3 report no API version, so the program is ambiguous
    ['4.5.0', null],
    ['0.6.2', 7], // Hollo
    ['0.19.1+git-abc', null], // GoToSocial
    ['3.5.3+0.20.0', null],
    ['4.5.0 (compatible; homemade)', 7],
    ['mastodon', 7],
    ['', null],
  ])('is not detected from %s', (version, apiVersion) => {
    expect(softwareOf(version, apiVersion)).toBeNull()
  })

  it('is detected in linear time for any version', () => {
    for (const piece of ['4', '4.', '-a', 'snac ', '('])
      expect(growthOf(read, (letters) => piece.repeat(letters / piece.length))).toBeLessThan(MAX_GROWTH)
  })
})

describe('the traits of a program', () => {
  // This table repeats the traits from the sources of the programs. A wrong trait could duplicate a
  // post or publish it too early.
  it.each([
    ['mastodon', true, true, true],
    ['hometown', true, true, true],
    ['pleroma', true, true, true],
    ['akkoma', true, true, true],
    ['friendica', false, true, true],
    ['gotosocial', false, false, true],
    ['takahe', false, false, true],
    ['iceshrimp.net', true, false, false],
    ['hollo', true, false, false],
    ['pixelfed', false, false, false],
    ['sharkey', false, false, false],
    ['snac', false, false, false],
  ])('are known for %s', (name, keepsIdempotencyKeys, schedules, pagesForward) => {
    expect(traits(name)).toEqual({ keepsIdempotencyKeys, schedules, pagesForward })
  })

  it.each(['constructor', '__proto__', 'homemade', ''])('are all false for %j', (name) => {
    expect(traits(name)).toEqual({ keepsIdempotencyKeys: false, schedules: false, pagesForward: false })
    expect(traitsOf(null)).toEqual(traits(name))
  })

  it.each([
    ['0.19.9', false],
    ['0.20.0', true],
    ['1.0.0', true],
    ['unknown', false],
  ])('include scheduling for GoToSocial %s: %s', (version, schedules) => {
    expect(traits('gotosocial', version)).toMatchObject({ schedules, keepsIdempotencyKeys: false })
  })
})
