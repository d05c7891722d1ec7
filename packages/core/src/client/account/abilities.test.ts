import { describe, expect, it } from 'vitest'

import type { Platform } from '../../contract/index.js'
import { ConfigError, NotSupportedError } from '../../errors/index.js'
import { sample } from '../__fixtures__/sample.js'
import { has, supporting } from './abilities.js'

/** Makes the sample platform with other feature flags or methods. */
const network = (changes: object): Platform => ({ ...sample(), ...changes })

describe('the abilities of a network', () => {
  // Holds R-0091, R-0240.
  it.each([
    ['a method without a flag', { readProfile: async () => null }, 'readProfile', true],
    ['no method', { readProfile: undefined }, 'readProfile', false],
    ['flag and method', { features: new Set(['DELETE_POST']) }, 'deletePost', true],
    ['a method whose flag is off', { features: new Set() }, 'deletePost', false],
    ['a flag without its method', { deletePost: undefined }, 'deletePost', false],
    ['what no table knows', {}, 'fly', false],
  ])('depend on the flag and the method: %s', (_what, changes, method, can) => {
    expect(has(network(changes), method)).toBe(can)
  })

  it('are checked by supporting(), which returns the platform', () => {
    const platform = network({})
    expect(supporting(platform, 'deletePost')).toBe(platform)
  })

  it("are refused with the network's name if unsupported", () => {
    const lacking = network({ features: new Set() })
    const refused = () => supporting(lacking, 'deletePost')
    expect(refused).toThrow(NotSupportedError)
    expect(refused).toThrow(expect.objectContaining({ platform: 'sample' }))
  })

  it('are a defect of the platform if it lists a flag without its method', () => {
    const claiming = network({ deletePost: undefined })
    const refused = () => supporting(claiming, 'deletePost')
    expect(refused).toThrow(ConfigError)
    expect(refused).toThrow(
      'sample lists DELETE_POST but has no deletePost(). This is a defect of the platform.',
    )
    expect(refused).toThrow(expect.objectContaining({ platform: 'sample' }))
  })

  it('come with an alternative in the error message', () => {
    expect(() => supporting(network({ features: new Set() }), 'checkSignature')).toThrow(
      /Poll with account\.fetchUpdates/,
    )
  })
})
