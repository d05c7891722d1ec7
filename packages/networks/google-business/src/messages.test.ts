import { describe, expect, it } from 'vitest'

import * as messages from './messages.js'

const CODES = Object.entries(messages)
const OF_DEVELOPERS = /_|options\.|account\.[a-z]|https?:|pinterest\(/

describe('messages of Google Business Profile for people', () => {
  it.each(CODES)('%s exists in English and German, without names of the API', (_code, text) => {
    expect(Object.keys(text)).toEqual(['en', 'de'])
    for (const template of Object.values(text)) {
      const shown = String(template).replaceAll(/\{(field|limit)\}/g, 'x')
      expect(shown).not.toMatch(OF_DEVELOPERS)
      expect(shown).not.toMatch(/[{}]/)
      expect(shown).toMatch(/[.!]$/)
    }
  })

  it('are complete', () => {
    expect(CODES.map(([code]) => code).toSorted()).toMatchInlineSnapshot(`
      [
        "APP_NOT_APPROVED",
        "APP_REFUSED",
        "BUTTON_LINK_INVALID",
        "BUTTON_LINK_REQUIRED",
        "BUTTON_REQUIRED",
        "LANGUAGE_INVALID",
        "LOCATION_MOVED",
        "LOCATION_NOT_ALLOWED",
        "METHOD_CLOSED",
        "NOT_ANSWERABLE",
        "NOT_VERIFIED",
        "NO_LOCATION",
        "NO_POST_INSIGHTS",
        "NO_PROFILE",
        "PERIOD_INVALID",
        "PICTURE_NOT_FETCHED",
        "PICTURE_TOO_SMALL",
        "PIN_REFUSED",
        "POSTS_CLOSED",
        "POST_REJECTED",
        "QUESTIONS_CLOSED",
        "REPLY_REJECTED",
        "REPLY_TOO_LONG",
        "REQUEST_REFUSED",
        "REVIEWS_ONLY",
        "SERVICE_OFF",
        "STANDARD_ONLY",
      ]
    `)
  })
})
