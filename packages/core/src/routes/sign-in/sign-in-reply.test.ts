import { describe, expect, it } from 'vitest'

import { channels } from '../../diagnostics/channels.js'
import { askWhich, aSignIn } from '../__fixtures__/a-sign-in.js'

describe('the reply of a sign-in', () => {
  it('may redirect the browser', async () => {
    const { browser } = aSignIn({
      finished: (outcome) =>
        outcome.step === 'CONNECTED' ? `/done?state=${outcome.applicationState}` : null,
    })
    const state = await browser.connect('/connect/fake?state=abc')
    const reply = await browser.get(`/callback/fake?code=1&state=${state}`)
    expect([reply.status, reply.headers['location']]).toEqual([302, '/done?state=abc'])
    expect(reply.headers['set-cookie']).toContain('Max-Age=0')
  })

  it('passes every outcome to finished, including choice and failure', async () => {
    const steps: string[] = []
    const { client, browser } = aSignIn({
      finished: (outcome) => {
        steps.push(outcome.step)
        return outcome.step === 'CHOOSE_ACCOUNT' ? `/pick?state=${outcome.state}` : null
      },
    })
    askWhich(client)
    const state = await browser.connect()
    expect((await browser.get(`/callback/fake?code=1&state=${state}`)).headers['location']).toBe(
      `/pick?state=${state}`,
    )
    await browser.post('/choose/fake', { state, account_id: '7' })
    await browser.post('/choose/fake', { state, account_id: '7' })
    expect(steps).toEqual(['CHOOSE_ACCOUNT', 'CONNECTED', 'FAILED'])
  })

  it('never redirects to an origin that the application did not allow, for any input of the visitor', async () => {
    const { browser } = aSignIn({
      finished: (outcome) => outcome.applicationState,
      redirectOrigins: ['https://www.app.example'],
    })
    const end = async (wanted: string) => {
      const state = await browser.connect(`/connect/fake?state=${encodeURIComponent(wanted)}`)
      return browser.get(`/callback/fake?code=1&state=${state}`)
    }
    for (const fine of ['/done', '/', 'https://www.app.example/done', '/a?b=//c'])
      expect((await end(fine)).headers['location']).toBe(fine)
    const warnings: unknown[] = []
    const heard = (message: unknown): void => void warnings.push(message)
    channels.warning.subscribe(heard)
    for (const evil of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '/\t/evil.example/',
      '\\\\evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://www.app.example.evil.example/',
      'https://www.app.example@evil.example/',
      'http://www.app.example/',
      'done',
      'https://here.invalid/',
    ]) {
      const reply = await end(evil)
      expect([evil, reply.status, reply.headers['location']]).toEqual([evil, 200, undefined])
    }
    channels.warning.unsubscribe(heard)
    expect(warnings).toHaveLength(12)
    expect(JSON.stringify(warnings)).not.toContain('evil')
  })

  it('allows no header injection', async () => {
    const { browser } = aSignIn({ finished: (outcome) => outcome.applicationState })
    const state = await browser.connect(
      `/connect/fake?state=${encodeURIComponent('/a\r\nset-cookie: x=1\u0000\u00e4')}`,
    )
    const reply = await browser.get(`/callback/fake?code=1&state=${state}`)
    for (const value of Object.values(reply.headers)) expect(value).toMatch(/^[\x20-\x7e]*$/)
  })
})
