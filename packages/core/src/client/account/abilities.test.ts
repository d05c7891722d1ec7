import { describe, expect, it } from 'vitest'

import type { Platform } from '../../contract/index.js'
import { ConfigError, NotSupportedError } from '../../errors/index.js'
import { sample } from '../__fixtures__/sample.js'
import { has, supporting } from './abilities.js'

/** The sample network with other flags and methods. */
const network = (changes: object): Platform => ({ ...sample(), ...changes })

describe('what a network can do', () => {
  // Holds R-0091, R-0240.
  it.each([
    ['a method without a flag', { readProfile: async () => null }, 'readProfile', true],
    ['no method', { readProfile: undefined }, 'readProfile', false],
    ['flag and method', { features: new Set(['DELETE_POST']) }, 'deletePost', true],
    ['a method whose flag is off', { features: new Set() }, 'deletePost', false],
    ['a flag without its method', { deletePost: undefined }, 'deletePost', false],
    ['what no table knows', {}, 'fly', false],
  ])('is told by flag and method together: %s', (_what, changes, method, can) => {
    expect(has(network(changes), method)).toBe(can)
  })

  it('is the platform itself once it is clear', () => {
    const platform = network({})
    expect(supporting(platform, 'deletePost')).toBe(platform)
  })

  it('is refused by name where it cannot', () => {
    const lacking = network({ features: new Set() })
    const refused = () => supporting(lacking, 'deletePost')
    expect(refused).toThrow(NotSupportedError)
    expect(refused).toThrow(expect.objectContaining({ platform: 'sample' }))
  })

  it('is a mistake of the platform where it claims what it has not', () => {
    const claiming = network({ deletePost: undefined })
    const refused = () => supporting(claiming, 'deletePost')
    expect(refused).toThrow(ConfigError)
    expect(refused).toThrow(
      'sample lists DELETE_POST but has no deletePost(). This is a defect of the platform.',
    )
    expect(refused).toThrow(expect.objectContaining({ platform: 'sample' }))
  })

  it('tells what to do instead', () => {
    expect(() => supporting(network({ features: new Set() }), 'checkSignature')).toThrow(
      /Poll with account\.fetchUpdates/,
    )
  })
})
