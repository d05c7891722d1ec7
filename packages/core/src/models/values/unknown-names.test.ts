import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { refuseUnknownNames } from './unknown-names.js'

const refuse = (given: object) => () => refuseUnknownNames(given, ['marker', 'since'], 'Poller')

describe('refuseUnknownNames', () => {
  it('accepts supported options', () => {
    expect(refuse({ marker: null })).not.toThrow()
  })

  it('names the option that was probably meant, otherwise all options', () => {
    expect(refuse({ since: 1, markr: 1 })).toThrow(ConfigError)
    expect(refuse({ markr: 1 })).toThrow('Poller does not know the option "markr". Did you mean "marker"?')
    expect(refuse({ wholly: 1 })).toThrow(
      'Poller does not know the option "wholly". It takes: marker, since.',
    )
  })

  it.each([undefined, null, 'marker', 5, ['marker']])('refuses %j instead of an object', (given) => {
    expect(refuse(given as never)).toThrow(ConfigError) // wrong type on purpose
    expect(refuse(given as never)).toThrow('Poller takes an object such as { marker: … }, not')
  })

  it('quotes only the beginning of a long name', () => {
    const long = 'x'.repeat(100_000)
    expect(() => refuseUnknownNames({ [long]: 1 }, ['marker'], 'Poller')).toThrow(
      `Poller does not know the option "${'x'.repeat(80)}". It takes: marker.`,
    )
  })
})
