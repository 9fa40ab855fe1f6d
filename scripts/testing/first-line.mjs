const colours = new RegExp(String.raw`\u001B\[[\d;]*m`, 'g')

/** Of what an error says, without its colours. */
export const firstLineOf = (message = 'no words') => message.replaceAll(colours, '').trim().split('\n')[0].slice(0, 300)
