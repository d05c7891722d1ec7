import { type Emulator, startEmulator } from '@social/emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { bareErrors, type EntryPoint } from './bare-errors.js'
import { methodsOf } from './methods-of.js'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

/**
 * Methods that this test must not call. They would stop the emulator, which other tests use, or
 * push updates to URLs without a server.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['close'])

async function bareErrorsOf(object: object, every: number): Promise<readonly string[]> {
  const bare: string[] = []
  for (const name of methodsOf(object)) {
    if (LEFT_OUT.has(name)) continue
    const method = Reflect.get(object, name) as EntryPoint
    bare.push(...(await bareErrors(name, (...args) => Reflect.apply(method, object, args), every)))
  }
  return bare
}

describe('a running emulator explains wrong arguments of', () => {
  it('its own methods', async () => {
    expect(await bareErrorsOf(emulator, 1)).toEqual([])
  })

  it('its clock', async () => {
    expect(await bareErrorsOf(emulator.clock, 1)).toEqual([])
  })

  it('the control methods of each network', async () => {
    const controls: readonly object[] = Object.values(emulator.control)
    expect(controls).toHaveLength(11)
    for (const control of controls) expect(await bareErrorsOf(control, 5)).toEqual([])
  })

  it('the faults', async () => {
    expect(await bareErrorsOf(emulator.faults('mastodon'), 1)).toEqual([])
  })
})
