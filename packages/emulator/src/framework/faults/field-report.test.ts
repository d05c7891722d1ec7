import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startToy, toyNetwork } from '../../__fixtures__/at-toy.js'
import { startEmulator } from '../../start-emulator.js'

const FIELD_REPORTS = {
  'F-TOY-01': {
    does: 'The effect is refused with 500.',
    source: 'https://example.com/issues/1',
    date: '2026-11-24',
    faults: [{ fault: 'status', status: 500, method: 'POST', path: '/api/effect', count: 'all' }],
    occursAfterEffect: true,
  },
  'F-TOY-02': {
    does: 'The connection ends before the effect.',
    source: 'general',
    date: null,
    faults: [{ fault: 'closeBeforeEffect', method: 'POST' }],
  },
} as const

const started = () =>
  startEmulator({ networks: [{ ...toyNetwork('toy'), fieldReports: FIELD_REPORTS }, toyNetwork('other')] })
let emulator: Awaited<ReturnType<typeof started>>
const effect = () => fetch(`${emulator.url('toy')}/api/effect`, { method: 'POST' })
const steer = (path: string, body: object = {}) =>
  fetch(`${emulator.url('toy')}/__emulator/${path}`, { method: 'POST', body: JSON.stringify(body) })

beforeEach(async () => {
  emulator = await started()
})
afterEach(() => emulator.close())

describe('a field report', () => {
  it('fails as the live network did, until it is removed', async () => {
    const report = emulator.faults('toy').addReport('F-TOY-01')
    expect((await effect()).status).toBe(500)
    expect((await effect()).status).toBe(500)
    expect(emulator.effects('toy')).toEqual([])
    expect([report.id, report.hits, report.report.does]).toEqual([
      'F-TOY-01',
      2,
      'The effect is refused with 500.',
    ])
    report.remove()
    expect((await effect()).status).toBe(200)
  })

  it('can fail after the effect, where this was seen', async () => {
    const faults = emulator.faults('toy')
    faults.addReport('F-TOY-01', { afterEffect: true })
    expect((await effect()).status).toBe(500)
    expect(emulator.effects('toy')).toHaveLength(1)
    expect(() => faults.addReport('F-TOY-02', { afterEffect: true })).toThrow(/not seen after the effect/)
  })

  it('is refused with an unknown id, and the known ids', () => {
    expect(() => emulator.faults('toy').addReport('F-TOY-99')).toThrow(/F-TOY-01, F-TOY-02/)
    expect(() => emulator.faults('toy').addReport('toString')).toThrow(/no field report "toString"/)
    expect(() => emulator.faults('other').addReport('F-TOY-01')).toThrow(/This network has none/)
  })

  it('can be added over HTTP, with and without the name of the network', async () => {
    expect(await (await steer('faults/F-TOY-01', { afterEffect: true })).json()).toMatchObject({
      id: 'F-TOY-01',
      source: 'https://example.com/issues/1',
    })
    expect((await effect()).status).toBe(500)
    await fetch(`${emulator.url('toy')}/__emulator/toy/faults`, { method: 'DELETE' })
    expect((await steer('toy/faults/F-TOY-02')).status).toBe(200)
    await expect(effect()).rejects.toThrow(/fetch failed/)
    const wrong = await steer('faults/F-TOY-99')
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('no field report')])
    const overview = await (await fetch(`${emulator.url('toy')}/__emulator/toy`)).json()
    expect(overview).toMatchObject({ fieldReports: { 'F-TOY-02': 'The connection ends before the effect.' } })
  })

  it('can be active from the start', async () => {
    const networks = [{ ...toyNetwork('toy'), fieldReports: FIELD_REPORTS }] as const
    const broken = await startEmulator({ networks, faults: ['F-TOY-01'] })
    const { status } = await fetch(`${broken.url('toy')}/api/effect`, { method: 'POST' })
    await broken.close()
    expect(status).toBe(500)
    await expect(startEmulator({ networks, faults: ['F-TOY-99'] })).rejects.toThrow(/no network.*F-TOY-99/)
    const wrong: object = { networks, faults: 'F-TOY-01' }
    await expect(startEmulator(wrong)).rejects.toThrow(/startEmulator: faults/)
  })
})

describe('a changed response', () => {
  it('has other fields, and its request took effect', async () => {
    const toy = await startToy()
    toy.faults.add({
      fault: 'changeReply',
      set: { effects: 7, 'new.field': 1, more: [1] },
      remove: ['padding'],
    })
    const { status, text } = await toy.effect()
    expect([status, JSON.parse(text)]).toEqual([200, { effects: 7, more: [1] }])
    expect(toy.state.effects).toBe(1)
    await toy.close()
  })

  it('stays the same if it is no JSON object', async () => {
    const toy = await startToy()
    toy.faults.add({ fault: 'changeReply', set: { a: 1 }, count: 'all' })
    expect((await toy.send('/events')).text).toBe('data: 1\n\n')
    await expect(toy.send('/empty')).resolves.toMatchObject({ status: 204 })
    await toy.close()
  })

  it('is refused with wrong fields', async () => {
    const toy = await startToy()
    const wrong: object = { fault: 'changeReply', remove: 'a' }
    expect(() => toy.faults.add(wrong as Parameters<typeof toy.faults.add>[0])).toThrow(/remove/)
    await toy.close()
  })
})
