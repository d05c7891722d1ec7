import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { InvalidPostError, postIssuesOf, userMessageOf } from '../../errors/index.js'
import { withInfo } from './option-info.js'
import { readOptions } from './read-options.js'

const mastodon = v.strictObject({
  visibility: v.optional(v.picklist(['public', 'unlisted', 'private', 'direct'])),
  sensitive: v.optional(v.boolean(), false),
  spoilerText: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(20))),
  language: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[a-z]{2}$/)))),
  poll: v.optional(
    v.strictObject({
      choices: v.pipe(v.array(v.pipe(v.string(), v.maxGraphemes(5))), v.minLength(2)),
      expiresInSeconds: v.pipe(v.number(), v.integer(), v.minValue(300), v.maxValue(2_629_746)),
    }),
  ),
})

const youtube = v.strictObject({
  title: v.string(),
  madeForKids: v.boolean(
    'youtube must be told whether the video is made for children. Pass options.madeForKids.',
  ),
  tags: v.optional(v.array(v.string())),
})

function read(options: unknown, schema: v.GenericSchema = mastodon, advice?: string): unknown {
  return readOptions(schema, options, { platform: 'mastodon', ...(advice && { advice }) })
}

function catchError(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was refused.')
}

/** The message of the refusal. Fails if there was none, or if it does not name the network. */
function refusal(options: unknown, schema: v.GenericSchema = mastodon, advice?: string): string {
  try {
    read(options, schema, advice)
  } catch (error) {
    if (InvalidPostError.is(error) && error.platform === 'mastodon') return error.message
    throw error
  }
  throw new Error('It was not refused.')
}

describe('readOptions', () => {
  it('reads the options and fills defaults in', () => {
    expect(read({ visibility: 'unlisted' })).toEqual({ visibility: 'unlisted', sensitive: false })
  })

  it.each([undefined, null, {}])('treats %o as no options', (options) => {
    expect(read(options)).toEqual({ sensitive: false })
  })

  it('treats an undefined option as missing, known or unknown', () => {
    expect(read({ sensitive: undefined, whatever: undefined })).toEqual({ sensitive: false })
  })

  it.each(['text', 5, true, ['sensitive'], new Map([['sensitive', true]]), new Date(0)])(
    'refuses %o as options',
    (options) => {
      expect(refusal(options)).toContain('must be an object such as { name: value }')
    },
  )
})

describe('an unknown name', () => {
  it('is refused with the closest name, and with all accepted names', () => {
    expect(refusal({ spoiler_text: 'x' })).toBe(
      'mastodon does not know the option "spoiler_text". Did you mean "spoilerText"? It takes: visibility, sensitive, spoilerText, language, poll.',
    )
  })

  it('is refused without a suggestion if no name is close, and with the advice of the platform', () => {
    expect(refusal({ thumbnail: 'x' }, mastodon, 'Files go into media.')).toBe(
      'mastodon does not know the option "thumbnail". It takes: visibility, sensitive, spoilerText, language, poll. Files go into media.',
    )
  })

  it('is refused before any value is checked', () => {
    expect(refusal({ sensitive: 'yes', titel: 'x' })).toContain('"titel"')
  })

  it.each([
    ['publish_at', 'publishAt'],
    ['replyTo', 'replyTo'],
    ['media', 'media'],
  ])('is refused with the place of %s', (name, field) => {
    expect(refusal({ [name]: 'x' })).toContain(`Pass ${field} as a field of the post, not in its options.`)
  })

  it('is refused on a platform without options', () => {
    expect(refusal({ title: 'x' }, v.strictObject({}))).toBe(
      'mastodon does not know the option "title". It takes none.',
    )
  })

  it('is refused inside an option too', () => {
    const poll = { choices: ['a', 'b'], expiresInSeconds: 300 }

    expect(refusal({ poll: { ...poll, expires_in_seconds: 5 } })).toBe(
      'mastodon does not know the option "expires_in_seconds" in options.poll. Did you mean "expiresInSeconds"? It takes: choices, expiresInSeconds.',
    )
  })

  it.each([
    [
      'a pipe',
      v.pipe(
        mastodon,
        v.check(() => true),
      ),
    ],
    ['an object that is not strict', v.object(mastodon.entries)],
    ['a wrapper', v.optional(mastodon)],
    ['a union', v.union([v.strictObject({ a: v.string() }), v.strictObject({ spoilerText: v.string() })])],
    [
      'an intersection',
      v.intersect([v.object({ a: v.optional(v.string()) }), v.strictObject({ spoilerText: v.string() })]),
    ],
  ])('is found in %s', (_what, schema) => {
    expect(refusal({ spoiler_text: 'x' }, schema)).toContain('Did you mean "spoilerText"?')
  })

  it('is accepted if the schema accepts any name', () => {
    const open = [v.looseObject({}), v.objectWithRest({}, v.string()), v.record(v.string(), v.string())]

    expect(open.map((schema) => read({ whatever: 'x' }, schema))).toEqual(open.map(() => ({ whatever: 'x' })))
  })

  it('is shortened in the message if it is long', () => {
    expect(refusal({ ['x'.repeat(5000)]: 1 }).length).toBeLessThan(250)
  })

  it.each(['__proto__', 'constructor', 'toString'])('is refused when it is %s', (name) => {
    expect(refusal(JSON.parse(`{"${name}": 1}`))).toContain(`"${name}"`)
  })
})

describe('several problems', () => {
  it('are all reported, each with its option', () => {
    const error = catchError(() => read({ titel: 'x', sensitive: 'yes', spoilerText: 'x'.repeat(21) }))
    expect(postIssuesOf(error)).toMatchObject([
      { code: 'OPTION_UNKNOWN', optionPath: 'titel' },
      { code: 'OPTION_INVALID', optionPath: 'sensitive', limit: null },
      { code: 'OPTION_TOO_LONG', optionPath: 'spoilerText', limit: 20, actual: 21 },
    ])
  })

  it('in one option are reported once', () => {
    const schema = v.object({ tag: v.pipe(v.string(), v.minLength(2), v.regex(/^[a-z]+$/)) })
    expect(postIssuesOf(catchError(() => read({ tag: '1' }, schema)))).toMatchObject([{ optionPath: 'tag' }])
  })

  it('name the option by its label in the message for people', () => {
    const schema = v.object({
      boardId: withInfo(v.string(), { label: { en: 'Board', de: 'Pinnwand' } }),
      privacy: v.optional(withInfo(v.picklist(['a', 'b']), { label: { en: 'Audience', de: 'Publikum' } })),
      both: v.optional(v.strictObject({ x: v.optional(v.string()) })),
    })
    const error = catchError(() => read({ privacy: 'c', both: { y: 1 } }, schema))
    expect(postIssuesOf(error)).toMatchObject([
      { code: 'OPTION_REQUIRED', optionPath: 'boardId', userMessage: 'Board is required for Mastodon.' },
      { code: 'OPTION_INVALID', optionPath: 'privacy', limit: 'a, b' },
      { code: 'OPTION_UNKNOWN', optionPath: 'both.y' },
    ])
    expect(userMessageOf(error, { language: 'de' })).toContain('Publikum hat einen Wert')
  })

  it('of the whole post name no option', () => {
    const schema = v.pipe(
      v.object({ a: v.optional(v.string()), b: v.optional(v.string()) }),
      v.check(({ a, b }) => a === undefined || b === undefined, 'Pass a or b.'),
    )
    expect(postIssuesOf(catchError(() => read({ a: 'x', b: 'y' }, schema)))).toMatchObject([
      { code: 'OPTIONS_CONFLICT', optionPath: null, message: 'Pass a or b.' },
    ])
  })
})

const partOfPoll = { expiresInSeconds: 300 }

describe('a wrong value', () => {
  it.each([
    [{ sensitive: 'yes' }, 'options.sensitive must be true or false, not "yes".'],
    [{ sensitive: null }, 'options.sensitive must be true or false, not null.'],
    [{ spoilerText: 5 }, 'options.spoilerText must be text, not 5.'],
    [{ spoilerText: '' }, 'options.spoilerText must not be empty.'],
    [{ spoilerText: 'x'.repeat(21) }, 'options.spoilerText must have at most 20 characters, and has 21.'],
    [
      { visibility: 'all' },
      'options.visibility must be one of "public", "unlisted", "private", "direct", not "all".',
    ],
    [
      { visibility: ['public'] },
      'options.visibility must be one of "public", "unlisted", "private", "direct", not a list.',
    ],
    [{ language: 'eng' }, 'options.language must be text that matches /^[a-z]{2}$/, not "eng".'],
    [{ poll: 'a, b' }, 'options.poll must be an object, not "a, b".'],
    [{ poll: { ...partOfPoll, choices: 'a' } }, 'options.poll.choices must be a list, not "a".'],
    [
      { poll: { ...partOfPoll, choices: ['a'] } },
      'options.poll.choices must have at least 2 entries, and has 1.',
    ],
    [{ poll: { ...partOfPoll, choices: ['a', 5] } }, 'options.poll.choices[1] must be text, not 5.'],
    [
      { poll: { ...partOfPoll, choices: ['a', 'abcdef'] } },
      'options.poll.choices[1] must have at most 5 letters, and has 6.',
    ],
  ])('%o is refused with the accepted values', (options, message) => {
    expect(refusal(options)).toBe(message)
  })

  it.each([
    ['5', 'a number, not "5"'],
    [Number.NaN, 'a number, not NaN'],
    [300.5, 'a whole number, not 300.5'],
    [1, 'at least 300, not 1'],
    [3_000_000, 'at most 2629746, not 3000000'],
    [5n, 'a number, not the bigint 5'],
    [() => 5, 'a number, not a function'],
    [new Date(0), 'a number, not a Date'],
    [new Uint8Array(1), 'a number, not bytes'],
    [{}, 'a number, not an object'],
  ])('%o is refused for a number', (expiresInSeconds, message) => {
    expect(refusal({ poll: { choices: ['a', 'b'], expiresInSeconds } })).toBe(
      `options.poll.expiresInSeconds must be ${message}.`,
    )
  })

  it.each([
    [v.union([v.string(), v.number()]), true, 'text or a number, not true'],
    [v.union([v.literal('none'), v.boolean()]), 5, '"none" or true or false, not 5'],
    [v.literal('none'), 'all', '"none", not "all"'],
    [v.date(), '2026', 'a Date, not "2026"'],
    [
      v.pipe(v.date(), v.minValue(new Date(0))),
      new Date(-1),
      'at least 1970-01-01T00:00:00.000Z, not a Date',
    ],
    [v.pipe(v.string(), v.url()), 'example', 'a URL such as "https://example.com/page", not "example"'],
    [v.pipe(v.string(), v.isoTimestamp()), 'today', 'a time such as "2026-01-31T10:00:00Z", not "today"'],
    [v.pipe(v.string(), v.startsWith('at://')), 'x', 'text that starts with "at://", not "x"'],
    [v.pipe(v.number(), v.gtValue(0)), 0, 'more than 0, not 0'],
    [v.pipe(v.number(), v.ltValue(1)), 1, 'less than 1, not 1'],
    [v.pipe(v.number(), v.finite()), Number.POSITIVE_INFINITY, 'a finite number, not Infinity'],
    [v.pipe(v.number(), v.safeInteger()), 0.5, 'a whole number, not 0.5'],
    [v.pipe(v.string(), v.email()), 'x', 'an e-mail address, not "x"'],
    [v.pipe(v.string(), v.digits()), 'x', 'digits only, not "x"'],
    [v.pipe(v.string(), v.isoDate()), 'x', 'a date such as "2026-01-31", not "x"'],
    [v.pipe(v.string(), v.endsWith('.png')), 'x', 'text that ends with ".png", not "x"'],
    [v.pipe(v.string(), v.length(2)), 'x', 'options.at must have exactly 2 characters, and has 1.'],
    [v.pipe(v.string(), v.maxBytes(1)), 'é', 'options.at must have at most 1 bytes, and has 2.'],
    [v.pipe(v.number(), v.multipleOf(2)), 3, 'a multiple of 2, not 3'],
    [v.pipe(v.string(), v.uuid()), 'x', 'options.at cannot be "x".'],
  ])('is explained for every kind of schema', (schema, value, message) => {
    expect(refusal({ at: value }, v.strictObject({ at: schema }))).toContain(message)
  })

  it('is shortened if it is long, never within a character', () => {
    const message = refusal({ sensitive: `a${'👍🏽'.repeat(5000)}` })

    expect(message).toMatch(/…"\.$/)
    expect(message.length).toBeLessThan(150)
    expect(message.isWellFormed()).toBe(true)
  })

  it('is refused with the message of the schema, if it has one', () => {
    const schema = v.pipe(
      mastodon,
      v.check(
        ({ poll, sensitive }) => !(poll && sensitive),
        'A poll cannot be sensitive. Leave one of them out.',
      ),
    )
    const poll = { choices: ['a', 'b'], expiresInSeconds: 300 }

    expect(refusal({ poll, sensitive: true }, schema)).toBe(
      'A poll cannot be sensitive. Leave one of them out.',
    )
    expect(
      refusal(
        { at: 'x' },
        v.strictObject({
          at: v.pipe(
            v.string(),
            v.check(() => false),
          ),
        }),
      ),
    ).toBe('options.at cannot be "x".')
  })

  it('is refused with our message, even if the application configured valibot', () => {
    v.setSchemaMessage(() => 'Ungültig')
    v.setSpecificMessage(v.boolean, () => 'Ungültig')
    try {
      expect(refusal({ sensitive: 'yes' })).toBe('options.sensitive must be true or false, not "yes".')
    } finally {
      v.deleteSchemaMessage()
      v.deleteSpecificMessage(v.boolean)
    }
  })
})

describe('a missing option', () => {
  it('is reported with the accepted values', () => {
    expect(refusal({ madeForKids: true }, youtube)).toBe('mastodon requires options.title. Pass text.')
    expect(refusal({ poll: { choices: ['a', 'b'] } })).toBe(
      'mastodon requires options.poll.expiresInSeconds. Pass a number.',
    )
  })

  it('is reported with the message of its schema, if it has one', () => {
    expect(refusal({ title: 'x' }, youtube)).toBe(
      'youtube must be told whether the video is made for children. Pass options.madeForKids.',
    )
    expect(refusal({}, v.strictObject({ at: v.string(({ received }) => `at, not ${received}.`) }))).toBe(
      'at, not undefined.',
    )
  })

  it('may also be present without a value', () => {
    expect(refusal({ poll: { choices: undefined, expiresInSeconds: 300 } })).toBe(
      'mastodon requires options.poll.choices. Pass a list.',
    )
  })
})
