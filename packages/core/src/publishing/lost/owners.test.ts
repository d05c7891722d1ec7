import { expect, it } from 'vitest'

import { aConnection } from '../../http/__fixtures__/engine.js'
import { Owners } from './owners.js'

const connection = aConnection()
const [mine, yours] = ['mine', 'yours'].map((idempotencyKey) => ({ connection, idempotencyKey }))

it('remembers which key made what', () => {
  if (mine === undefined || yours === undefined) throw new Error('two keys')
  const owners = new Owners()
  expect([owners.isFree('1', mine), owners.claim('1', mine)]).toEqual([true, true])
  expect([owners.isFree('1', mine), owners.isFree('1', yours), owners.isFree('2', yours)]).toEqual([
    true,
    false,
    true,
  ])
  expect([owners.claim('1', yours), owners.claim('1', mine)]).toEqual([false, true])
})

it('keeps the accounts of a network apart, and forgets what was not asked for after two thousand others', () => {
  const owners = new Owners()
  const first = { connection, idempotencyKey: 'first' }
  const other = { connection: aConnection('t', '2'), idempotencyKey: 'other' }
  owners.claim('1', first)
  expect(owners.isFree('1', other)).toBe(true)
  for (let one = 0; one < 2000; one += 1) owners.claim(`later ${one}`, first)
  expect(owners.isFree('1', { connection, idempotencyKey: 'second' })).toBe(true)
})
