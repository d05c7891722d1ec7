import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { hide, model } from './hidden.js'

describe('what is hidden', () => {
  it('is read as usual, and left out of printing, spreading and JSON', () => {
    const target: { secret?: string } = {}
    hide(target, 'secret', 'hunter2')

    expect(target.secret).toBe('hunter2')
    expect(Object.keys(target)).toEqual([])
    expect(
      `${inspect(target, { depth: 9 })}${JSON.stringify(target)}${JSON.stringify({ ...target })}`,
    ).not.toContain('hunter2')
  })

  it('cannot be changed', () => {
    const target: { secret?: string } = {}
    hide(target, 'secret', 'hunter2')

    expect(() => {
      target.secret = 'other'
    }).toThrow(TypeError)
  })
})

describe('a model that came from a network', () => {
  it('is frozen, and keeps raw where it can be read but is not printed', () => {
    const raw = { untouched: 'reply' }
    const made = model({ id: '1', raw })

    expect(made.raw).toBe(raw)
    expect(Object.isFrozen(made)).toBe(true)
    expect(inspect(made)).toBe("{ id: '1' }")
    expect(JSON.stringify(made)).toBe('{"id":"1"}')
  })
})
