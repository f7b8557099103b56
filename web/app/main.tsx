import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchPresses } from '../ui/press.ts';
import { App } from './app.tsx';
import { keepApplication } from './application-version.ts';
import './styles.css';
import { startTheme } from './theme.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element with the id "root"');

startTheme();
watchPresses();
// After everything that the screen needs. The development server has no worker.
if (import.meta.env.PROD) addEventListener('load', () => void keepApplication(), { once: true });
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
