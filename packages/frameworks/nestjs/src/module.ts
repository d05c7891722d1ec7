import { ConfigurableModuleBuilder, type DynamicModule, Module } from '@nestjs/common'
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core'
import { SocialClient } from '@social/core'

import { makeController } from './controller.js'
import { checkOptions, makeClient, type SocialModuleExtras, type SocialModuleOptions } from './options.js'
import { SocialRouter } from './router.js'

const OPTIONS = Symbol('options of SocialModule')

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<SocialModuleOptions>({
  moduleName: 'Social',
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setExtras<SocialModuleExtras>({ prefix: 'social', isGlobal: false }, (definition, extras) => {
    const { prefix = 'social', isGlobal = false } = extras
    const { controller, mount } = makeController(prefix)
    const makeRouter = (
      client: SocialClient,
      options: SocialModuleOptions,
      host: HttpAdapterHost,
      config: ApplicationConfig,
    ) => new SocialRouter(client, options, { host, config, prefix, mount })
    return {
      ...definition,
      global: isGlobal,
      controllers: [controller],
      providers: [
        ...(definition.providers ?? []),
        { provide: SocialClient, inject: [OPTIONS], useFactory: makeClient },
        {
          provide: SocialRouter,
          inject: [SocialClient, OPTIONS, HttpAdapterHost, ApplicationConfig],
          useFactory: makeRouter,
        },
      ],
      exports: [SocialClient],
    }
  })
  .build()

/**
 * NestJS module with the client and its sign-in and webhook routes, for Express and Fastify.
 * Inject `SocialClient` to use the client. Guards, interceptors and filters of the application
 * apply to the routes.
 *
 * @example
 * SocialModule.forRoot({
 *   storage,
 *   platforms: { mastodon: mastodon() },
 *   routes: { redirectUri: 'https://app.example/social/callback/{platform}' },
 * })
 */
export class SocialModule extends ConfigurableModuleClass {
  /**
   * Creates the module from synchronous options.
   *
   * @throws ConfigError unless exactly one of `client`, `storage` and `syncStorage` is given.
   */
  static override forRoot(options: SocialModuleOptions & SocialModuleExtras): DynamicModule {
    checkOptions(options)
    return super.forRoot(options)
  }
}
Module({})(SocialModule)
