// The library's styles stand in a layer below ours, so that our own rules win without force.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/status.css';
import './ui/controls.css';
