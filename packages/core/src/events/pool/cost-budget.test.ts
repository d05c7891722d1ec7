import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { CostBudget } from './cost-budget.js'

const HUNDRED_A_MINUTE = { units: 100, perSeconds: 60 }

describe('a budget', () => {
  it.each([0, -1, Number.NaN, Infinity, '5'])('of %s units, or for as many seconds, is refused', (amount) => {
    const wrong = amount as number // wrong type on purpose: the constructor must check the type, because JavaScript applications may pass a string
    expect(() => new CostBudget({ units: wrong, perSeconds: 60 }, 0)).toThrow(ConfigError)
    expect(() => new CostBudget({ units: 100, perSeconds: wrong }, 0)).toThrow(
      'budget must be { units, perSeconds }, both numbers above 0.',
    )
  })

  it('accepts any value above 0', () => {
    expect(new CostBudget({ units: 1e200, perSeconds: 1e200 }, 0).secondsUntil(1, 0)).toBe(0)
    expect(new CostBudget({ units: 0.5, perSeconds: 0.5 }, 0).secondsUntil(0.05, 0)).toBe(0)
  })

  it('allows a burst of a tenth, and the rest evenly', () => {
    const budget = new CostBudget(HUNDRED_A_MINUTE, 1000)
    expect(budget.secondsUntil(10, 1000)).toBe(0)
    budget.spend(10, 1000)
    // The budget of 100 minus the burst of 10 refills in 60 seconds: 1.5 units a second.
    expect(budget.secondsUntil(3, 1000)).toBe(2)
    expect(budget.secondsUntil(3, 1001)).toBe(1)
    expect(budget.secondsUntil(3, 1002)).toBe(0)
  })

  it('accumulates no more than that tenth', () => {
    const budget = new CostBudget(HUNDRED_A_MINUTE, 0)
    expect(budget.secondsUntil(10, 86_400)).toBe(0)
    expect(budget.secondsUntil(13, 86_400)).toBe(2)
  })

  it('refills nothing for a clock that goes backwards', () => {
    const budget = new CostBudget(HUNDRED_A_MINUTE, 100)
    budget.spend(10, 100)
    expect(budget.secondsUntil(3, 40)).toBe(2)
  })

  it('can be overdrawn, and then requires a longer wait', () => {
    const budget = new CostBudget(HUNDRED_A_MINUTE, 0)
    budget.spend(13, 0)
    expect(budget.secondsUntil(3, 0)).toBe(4)
  })
})

describe('a poll that costs more than a tenth', () => {
  it('is accepted up to half of the budget, and leaves the other half to the span', () => {
    const budget = new CostBudget(HUNDRED_A_MINUTE, 0)
    budget.admit(50)
    expect(budget.secondsUntil(50, 0)).toBe(48)
    budget.spend(50, 48)
    // The budget of 100 minus the burst of 50 refills in 60 seconds, so the next 50 units need 60
    // seconds.
    expect(budget.secondsUntil(50, 48)).toBe(60)
  })

  it('is refused above half of the budget', () => {
    const budget = new CostBudget(HUNDRED_A_MINUTE, 0)
    expect(() => {
      budget.admit(51)
    }).toThrow('A poll of 51 units does not fit into a budget of 100: the maximum is half of the budget.')
  })

  it('keeps the burst large when a cheaper poll follows', () => {
    const budget = new CostBudget(HUNDRED_A_MINUTE, 0)
    budget.admit(40)
    budget.admit(1)
    expect(budget.secondsUntil(40, 60)).toBe(0)
  })

  it('never spends more than the budget in any span', () => {
    const budget = new CostBudget(HUNDRED_A_MINUTE, 0)
    budget.admit(30)
    const spent: number[] = []
    for (let now = 0; now < 600; now += 0.25) {
      if (budget.secondsUntil(30, now) > 0) continue
      budget.spend(30, now)
      spent.push(now)
    }
    const inAnyStretch = spent.map(
      (start) => spent.filter((at) => at >= start && at < start + 60).length * 30,
    )
    expect(spent.length).toBeGreaterThan(10)
    expect(Math.max(...inAnyStretch)).toBeLessThanOrEqual(100)
  })
})
