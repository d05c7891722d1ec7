import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { preferredLanguage, prefersHtml } from './accept.js'

describe('prefersHtml', () => {
  it.each([
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;q=0.5, TEXT/HTML;q=0.9',
  ])('is true for a browser: %s', (accept) => {
    expect(prefersHtml(accept)).toBe(true)
  })

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/html;q=0.9',
    'text/html;q=0',
    'text/html;q=x, application/json',
    ',;;=,',
  ])('is false for other clients: %s', (accept) => {
    expect(prefersHtml(accept?.replace('q=x', 'q=0'))).toBe(false)
  })
})

describe('preferredLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['de', 'de'],
    ['de-AT,en;q=0.9', 'de'],
    ['fr, de;q=0.5, en;q=0.7', 'en'],
    ['fr', 'en'],
    ['de;q=0', 'en'],
  ])('selects a known language for %s: %s', (header, language) => {
    expect(preferredLanguage(header, ['en', 'de'])).toBe(language)
  })
})

it.each([
  ['commas', (letters: number) => ','.repeat(letters)],
  ['weights', (letters: number) => `text/html${';q=1'.repeat(letters / 4)}`],
  ['types', (letters: number) => 'text/html,'.repeat(letters / 10)],
  ['spaces', (letters: number) => `${' '.repeat(letters)}x${' '.repeat(letters)};q=1`],
])('reads many %s in linear time', (_what, make) => {
  expect(growthOf(prefersHtml, make)).toBeLessThan(MAX_GROWTH)
  expect(growthOf((header: string) => preferredLanguage(header, ['en', 'de']), make)).toBeLessThan(MAX_GROWTH)
})
