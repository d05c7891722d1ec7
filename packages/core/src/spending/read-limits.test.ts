import { expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { readLimits } from './read-limits.js'

const PLATFORMS = { tube: { billedIn: ['units', 'uploads'] }, free: {} }
const GOOD = { units: 9000, perSeconds: 86_400 }

it('accepts limits of the billing buckets of a platform', () => {
  const limits = { tube: { units: GOOD, uploads: { units: 0, perSeconds: 1 } } }

  expect(readLimits({ limits }, PLATFORMS)).toBe(limits)
})

it.each([
  [null, 'spending must be an object'],
  [{}, 'spending.limits must be an object'],
  [{ limits: {}, count: 1 }, 'Did you mean "counter"?'],
  [{ limits: { tub: {} } }, 'Did you mean "tube"?'],
  [{ limits: { free: { units: GOOD } } }, 'spending.limits.free has no effect: free does not bill requests.'],
  [{ limits: { tube: { unit: GOOD } } }, 'Did you mean "units"?'],
  [{ limits: { tube: 9000 } }, 'spending.limits.tube must be an object'],
  [{ limits: { tube: { units: 9000 } } }, 'spending.limits.tube.units must be an object such as'],
  [{ limits: { tube: { units: { units: 1, perSecond: 1 } } } }, 'Did you mean "perSeconds"?'],
  [
    { limits: { tube: { units: { units: -1, perSeconds: 1 } } } },
    'spending.limits.tube.units.units must be a number',
  ],
  [
    { limits: { tube: { units: { units: 1, perSeconds: 0 } } } },
    'spending.limits.tube.units.perSeconds must be',
  ],
  [{ limits: { tube: { units: { units: Infinity, perSeconds: 1 } } } }, '.units must be a number'],
])('refuses %j', (options, message) => {
  const reading = () => readLimits(options, PLATFORMS)

  expect(reading).toThrow(ConfigError)
  expect(reading).toThrow(message)
})
