import { Body, Controller, Get, Inject, Module, Param, Post } from '@nestjs/common'
import { SocialClient } from '@social/core'

import { Inbox, InboxModule } from './inbox.js'

/** Controller that publishes posts and reads the updates that arrived. */
@Controller('accounts')
class AccountsController {
  readonly #social: SocialClient
  readonly #inbox: Inbox

  // The explicit injection tokens work with every compiler. With emitDecoratorMetadata you can
  // remove them.
  constructor(@Inject(SocialClient) social: SocialClient, @Inject(Inbox) inbox: Inbox) {
    this.#social = social
    this.#inbox = inbox
  }

  @Post(':id/posts')
  async post(@Param('id') id: string, @Body() body: { readonly text: string }) {
    const { url } = await this.#social.account(id).post({ text: body.text })
    return { url }
  }

  /**
   * Mastodon is polled here. Networks with webhooks push updates instead. Updates already handled
   * are skipped.
   */
  @Get(':id/inbox')
  async read(@Param('id') id: string): Promise<readonly string[]> {
    const { updates } = await this.#social.account(id).fetchUpdatesAfter(null)
    for (const update of updates) await this.#inbox.dispatcher.deliver(update)
    return this.#inbox.lines
  }
}

/** Module with the operations on accounts. `SocialClient` comes from the global social module. */
@Module({ imports: [InboxModule], controllers: [AccountsController] })
export class AccountsModule {}
