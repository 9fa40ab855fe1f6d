const colours = new RegExp(String.raw`\u001B\[[\d;]*m`, 'g')

/** First line of an error message without colors. */
export const firstLineOf = (message = 'no words') => message.replaceAll(colours, '').trim().split('\n')[0].slice(0, 300)
