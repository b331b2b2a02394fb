"""Unattended matches over loopback, with faults on all sides: is our player ever late or wrong?"""
