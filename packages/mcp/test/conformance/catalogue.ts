import { type McpPrompt, type McpResources } from '@armorer/mcp'
import { acceptedContent, inputRequired } from '@modelcontextprotocol/server'
import { PNG, text } from './samples.js'

const cities = ['paris', 'park', 'party', 'london']

const said = (words: string) => ({
  messages: [{ role: 'user' as const, content: text(words) }],
})

export const prompts: readonly McpPrompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'A sentence.',
    get: () => said('This is a simple prompt for testing.'),
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'A sentence with two gaps.',
    arguments: [
      {
        name: 'arg1',
        description: 'First test argument',
        required: true,
        complete: (begun) => cities.filter((city) => city.startsWith(begun)),
      },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
    get: ({ arg1, arg2 }) => said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource, and what to do with it.',
    arguments: [{ name: 'resourceUri', description: 'The resource', required: true }],
    get: ({ resourceUri = '' }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: resourceUri,
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        { role: 'user', content: text('Please process the embedded resource above.') },
      ],
    }),
  },
  {
    name: 'test_prompt_with_image',
    description: 'A picture, and what to do with it.',
    get: () => ({
      messages: [
        { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
        { role: 'user', content: text('Please analyze the image above.') },
      ],
    }),
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Asks for its context.',
    get: (_given, { mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_context')
      if (answer) return said(`Context: ${String(answer['context'])}`)
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: {
              type: 'object',
              properties: { context: { type: 'string' } },
              required: ['context'],
            },
          }),
        },
      })
    },
  },
]

export const resources: McpResources = {
  fixed: [
    {
      uri: 'test://static-text',
      name: 'static-text',
      description: 'A text.',
      mimeType: 'text/plain',
      read: () => ({
        contents: [
          {
            uri: 'test://static-text',
            mimeType: 'text/plain',
            text: 'This is the content of the static text resource.',
          },
        ],
      }),
    },
    {
      uri: 'test://static-binary',
      name: 'static-binary',
      description: 'A picture.',
      mimeType: 'image/png',
      read: () => ({
        contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: PNG }],
      }),
    },
    {
      uri: 'test://watched-resource',
      name: 'watched-resource',
      description: 'A text that may change.',
      mimeType: 'text/plain',
      read: () => ({
        contents: [{ uri: 'test://watched-resource', mimeType: 'text/plain', text: 'as ever' }],
      }),
    },
  ],
  templates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      description: 'Data by id.',
      mimeType: 'application/json',
      read: (uri, { id }) => ({
        contents: [
          {
            uri,
            mimeType: 'application/json',
            text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
          },
        ],
      }),
    },
  ],
}
