import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { AuthError, ConfigError, NetworkError } from '../../errors/index.js'
import { askWhich, aSignIn } from '../__fixtures__/a-sign-in.js'
import { jsonOf, textOf } from '../__fixtures__/browser.js'
import { RESUME_TOKEN, VERIFIER } from '../__fixtures__/fake-routes-client.js'
import type { Reply } from '../reply.js'

const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const GERMAN = { ...HTML, 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' }
const EVIL = `"><script>alert('1')</script>&\u202E`

/** Values of the fields of all forms of a page, and the path of the first form. */
function formOf(reply: Reply) {
  const text = textOf(reply)
  const state = /name="state"\s+value="([^"]*)"/.exec(text)?.[1] ?? ''
  return { action: /action="([^"]*)"/.exec(text)?.[1], state, text }
}

/** Makes the network ask for a form. */
function askForDetails({ client }: ReturnType<typeof aSignIn>): void {
  client.onStart = ({ state = '' }) => ({
    step: 'ASK_FOR_DETAILS',
    fields: [
      {
        name: 'handle',
        label: 'Handle',
        secret: false,
        helpText: 'For example ada.',
        texts: {
          label: { en: 'Handle', de: 'Name' },
          help: { en: 'For example ada.', de: 'Zum Beispiel ada.' },
        },
      },
      { name: EVIL, label: EVIL, secret: true, helpText: EVIL },
    ],
    helpUrl: 'javascript:alert(1)',
    host: 'one.example',
    state,
    remember: { verifier: VERIFIER },
  })
}

describe('the page for a choice of accounts', () => {
  it('is shown to a browser, and finishes the sign-in with its form', async () => {
    const { client, browser } = aSignIn()
    askWhich(client)
    const state = await browser.connect()
    const page = await browser.get(`/callback/fake?code=1&state=${state}`, HTML)
    const form = formOf(page)

    expect([page.status, page.contentType]).toEqual([200, 'text/html; charset=utf-8'])
    expect(form).toMatchObject({ action: '/social/choose/fake', state })
    expect(form.text).toContain('<html lang="en">')
    expect(form.text).toContain('<h1>Choose an account</h1>')
    expect(form.text).toMatch(/<legend>This sign-in at fake reaches several accounts/)
    expect(form.text).toMatch(/<label for="account-1"><bdi>Page<\/bdi> \(Page\)<\/label/)
    expect(form.text).not.toContain(RESUME_TOKEN)
    const end = await browser.post('/choose/fake', { state: form.state, account_id: '7' }, HTML)
    expect(end.status).toBe(200)
    expect(textOf(end)).toContain('someone@fake.example at fake is connected.')
    expect(end.headers['set-cookie']).toContain('Max-Age=0')
  })

  it('has its own policy without scripts, is not stored, and cannot be framed', async () => {
    const { client, browser } = aSignIn()
    askWhich(client)
    const state = await browser.connect()
    const { headers, ...page } = await browser.get(`/callback/fake?code=1&state=${state}`, HTML)
    const style = /<style>([^<]*)<\/style>/.exec(textOf({ ...page, headers }))?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')

    expect(style).not.toBe('')
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(textOf({ ...page, headers })).not.toMatch(/<script|style=|\son\w+=/)
  })

  it.each(['*/*', 'application/json', undefined])('is JSON for other clients: %s', async (accept) => {
    const { client, browser } = aSignIn()
    askWhich(client)
    const state = await browser.connect()
    const reply = await browser.get(`/callback/fake?code=1&state=${state}`, accept ? { accept } : {})

    expect(jsonOf(reply)).toMatchObject({ step: 'choose_account', state })
    expect(reply.headers['content-security-policy']).toBeUndefined()
  })

  it('is JSON if the pages are off', async () => {
    const { client, browser } = aSignIn({ pages: 'off' })
    askWhich(client)
    const state = await browser.connect()

    expect(jsonOf(await browser.get(`/callback/fake?code=1&state=${state}`, HTML))).toMatchObject({ state })
  })
})

describe('the page for a form', () => {
  it('labels its fields, masks secrets, and escapes everything foreign', async () => {
    const made = aSignIn()
    askForDetails(made)
    const page = await made.browser.get('/connect/fake', HTML)
    const { action, text } = formOf(page)

    expect(action).toBe('/social/callback/fake')
    expect(text).toMatch(/<label for="field-1">Handle<\/label/)
    expect(text).toMatch(/id="field-1"\s+name="handle"[^>]*aria-describedby="field-1-help"/)
    expect(text).toMatch(/type="password"\s+id="field-2"/)
    expect(text).toContain('Your details are sent to one.example.')
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;')
    expect(text).not.toMatch(/<script|javascript:|\u202E/)
    expect(text).not.toContain(VERIFIER)
  })

  it('is German for a German browser, and has the texts of the application', async () => {
    const made = aSignIn()
    askForDetails(made)
    const german = textOf(await made.browser.get('/connect/fake', GERMAN))
    expect(german).toContain('<html lang="de">')
    expect(german).toMatch(/fake verbinden.*Name<\/label.*Zum Beispiel ada\..*Anmelden/s)

    const own = aSignIn({
      pages: {
        title: '<Shop>',
        stylesheet: 'https://cdn.example/social.css?a=1&b=2',
        messages: () => ({
          language: 'fr',
          texts: { PAGE_FORM_BUTTON: 'Se connecter', 'fake.PAGE_FORM': 'Bonjour {network}' },
        }),
        hiddenFields: () => ({ _csrf: 'a"token' }),
      },
    })
    askForDetails(own)
    const page = await own.browser.get('/connect/fake', GERMAN)
    expect(textOf(page)).toMatch(/<html lang="fr">.*&lt;Shop&gt;.*Bonjour fake.*Se connecter/s)
    expect(textOf(page)).toMatch(/name="_csrf" value="a&quot;token"/)
    expect(textOf(page)).toContain('href="https://cdn.example/social.css?a=1&amp;b=2"')
    expect(page.headers['content-security-policy']).toContain('style-src https://cdn.example;')
    expect(textOf(page)).not.toContain('<style')
  })
})

describe('the page for a refused sign-in', () => {
  it('shows a message for people and a link to start again, with the status of the JSON', async () => {
    const { client, browser } = aSignIn()
    client.onFinish = () => {
      throw new AuthError('The person cancelled (access_denied).', {
        platform: 'fake',
        reason: 'SIGN_IN_CANCELLED',
      })
    }
    const state = await browser.connect('/connect/fake?state=a%26b')
    const page = await browser.get(`/callback/fake?error=access_denied&state=${state}`, GERMAN)

    expect(page.status).toBe(401)
    expect(textOf(page)).toMatch(/role="alert">\s*Die Anmeldung bei fake wurde abgebrochen\./)
    expect(textOf(page)).toContain('href="/social/connect/fake?state=a%26b"')
    expect(textOf(page)).not.toContain('access_denied')
  })

  it('is shown for an unknown state, an unreadable request and an outage', async () => {
    const { client, browser } = aSignIn()
    const unknown = await browser.get('/callback/fake?code=1&state=nobody', HTML)
    expect([unknown.status, textOf(unknown)]).toEqual([
      400,
      expect.stringContaining('The sign-in took too long.'),
    ])
    const missing = await browser.post('/choose/fake', { state: 'x' }, HTML)
    expect([missing.status, textOf(missing)]).toEqual([400, expect.stringContaining('could not be read')])
    client.onFinish = () => {
      throw new NetworkError('fake is away', { platform: 'fake' })
    }
    const state = await browser.connect()
    const away = await browser.get(`/callback/fake?code=1&state=${state}`, HTML)
    expect([away.status, textOf(away)]).toEqual([502, expect.stringContaining('fake cannot be reached.')])
  })

  it.each(['/connect/servers?state=s', '/connect/servers?host=https%3A%2F%2F%2F&state=s'])(
    'asks for the server: %s',
    async (target) => {
      const { browser } = aSignIn({ finished: () => null })
      const page = await browser.get(target, HTML)

      expect(page.status).toBe(400)
      expect(textOf(page)).toMatch(/<form\s+method="get"\s+action="\/social\/connect\/servers"/)
      expect(textOf(page)).toMatch(/<label for="host">Server<\/label/)
    },
  )

  it('leaves redirects of the application unchanged', async () => {
    const { browser } = aSignIn({ finished: ({ step }) => `/done?step=${step}` })

    expect((await browser.get('/callback/fake?state=x', HTML)).headers['location']).toBe('/done?step=FAILED')
  })
})

describe('the options of the pages', () => {
  it.each([
    [{ stylesheet: 'style.css' }, 'pages.stylesheet must be a path'],
    [{ stylesheet: 'javascript:alert(1)' }, 'pages.stylesheet must be a path'],
    [{ titel: 'x' }, 'Did you mean "title"?'],
    [{ title: 5 }, 'pages.title'],
    [{ messages: { language: '' } }, 'language'],
    [{ hiddenFields: 'x' }, 'pages.hiddenFields'],
    ['on', 'pages'],
    [null, 'pages'],
  ])('are checked when the routes are created: %j', (pages, sentence) => {
    expect(() => aSignIn({ pages: pages as 'off' })).toThrow(ConfigError) // wrong type on purpose
    expect(() => aSignIn({ pages: pages as 'off' })).toThrow(sentence)
  })

  it('allow a stylesheet of the application', async () => {
    const made = aSignIn({ pages: { stylesheet: '/social.css' } })
    askForDetails(made)
    const { headers } = await made.browser.get('/connect/fake', HTML)

    expect(headers['content-security-policy']).toContain("style-src 'self';")
  })

  it('report a failing function as a mistake of the application', async () => {
    const made = aSignIn({
      pages: {
        hiddenFields: () => {
          throw new Error('no session')
        },
      },
    })
    askForDetails(made)

    await expect(made.browser.get('/connect/fake', HTML)).rejects.toThrow('pages failed.')
  })
})
