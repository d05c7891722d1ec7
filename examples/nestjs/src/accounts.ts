import { Body, Controller, Get, Inject, Module, Param, Post } from '@nestjs/common'
import { SocialClient } from '@social/core'

import { Inbox, InboxModule } from './inbox.js'

/** Posting, and reading what came back. */
@Controller('accounts')
class AccountsController {
  readonly #social: SocialClient
  readonly #inbox: Inbox

  // The tokens are named, so that no compiler has to emit types. With emitDecoratorMetadata they can be left out.
  constructor(@Inject(SocialClient) social: SocialClient, @Inject(Inbox) inbox: Inbox) {
    this.#social = social
    this.#inbox = inbox
  }

  @Post(':id/posts')
  async post(@Param('id') id: string, @Body() body: { readonly text: string }) {
    const { url } = await this.#social.account(id).post({ text: body.text })
    return { url }
  }

  /** Networks that push deliver by themselves. Mastodon is asked; what was seen before is not handled again. */
  @Get(':id/inbox')
  async read(@Param('id') id: string): Promise<readonly string[]> {
    const { updates } = await this.#social.account(id).fetchUpdatesAfter(null)
    for (const update of updates) await this.#inbox.dispatcher.deliver(update)
    return this.#inbox.lines
  }
}

/** What the application does with accounts. `SocialClient` comes from the global social module. */
@Module({ imports: [InboxModule], controllers: [AccountsController] })
export class AccountsModule {}
