import { format, inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { AppCredentials } from '../access/app-credentials.js'
import { Connection } from '../access/connection.js'
import { hide, hideWhenPrinted, model } from './hidden.js'

describe('a hidden property', () => {
  it('is readable and omitted from printing, spreading and JSON', () => {
    const target: { secret?: string } = {}
    hide(target, 'secret', 'hunter2')

    expect(target.secret).toBe('hunter2')
    expect(Object.keys(target)).toEqual([])
    expect(
      `${inspect(target, { depth: 9 })}${inspect(target, { showHidden: true })}${format('%o', { target })}${JSON.stringify(target)}${JSON.stringify({ ...target })}`,
    ).not.toContain('hunter2')
  })

  it('keeps a custom printed form and the name of a class', () => {
    const printing = { [inspect.custom]: () => 'mine' }
    hide(printing, 'secret', 'hunter2')
    expect(inspect(printing)).toBe('mine')

    class Named {
      readonly shown = 1
    }
    const named = new Named()
    hide(named, 'secret', 'hunter2')
    expect(inspect(named)).toBe('Named { shown: 1 }')
  })

  it('cannot be changed', () => {
    const target: { secret?: string } = {}
    hide(target, 'secret', 'hunter2')

    expect(() => {
      target.secret = 'other'
    }).toThrow(TypeError)
  })
})

describe('hideWhenPrinted', () => {
  it('hides secrets when printed and keeps them in JSON', () => {
    const notes = hideWhenPrinted({ platform: 'x', remember: { verifier: 'hunter2' }, browser: null }, [
      'remember',
      'browser',
    ])

    expect(`${inspect(notes, { showHidden: true })}${format('%o', [notes])}`).not.toContain('hunter2')
    expect(inspect(notes)).toBe("{ platform: 'x', remember: '[hidden]', browser: null }")
    expect(JSON.parse(JSON.stringify(notes))).toEqual({ ...notes })
    expect(JSON.stringify(notes)).toContain('hunter2')
  })
})

it('no way of printing shows a secret of a connection or an app', () => {
  const token = {
    accessToken: 'hunter2',
    refreshToken: 'hunter2',
    proofKey: 'hunter2',
    kind: 'DPOP',
  } as const
  const connection = new Connection({ platform: 'x', accountId: '1', accountName: 'a', token })
  const app = new AppCredentials({ platform: 'x', clientId: 'c', clientSecret: 'hunter2' })
  for (const value of [connection, connection.token, app])
    expect(
      `${inspect(value, { showHidden: true, depth: 9 })}${format('%o %O %j %s', value, value, value, value)}`,
    ).not.toContain('hunter2')
})

describe('a model that came from a network', () => {
  it('is frozen, and raw is readable but not printed', () => {
    const raw = { untouched: 'reply' }
    const made = model({ id: '1', raw })

    expect(made.raw).toBe(raw)
    expect(Object.isFrozen(made)).toBe(true)
    expect(inspect(made)).toBe("{ id: '1' }")
    expect(JSON.stringify(made)).toBe('{"id":"1"}')
  })
})

it('refuses to hide a property of a frozen object, with a clear message', () => {
  expect(() => model(Object.freeze({ raw: {} }))).toThrow(ConfigError)
  expect(() => hide(Object.freeze({}), 'raw', 1)).toThrow('an object that is not frozen')
})
